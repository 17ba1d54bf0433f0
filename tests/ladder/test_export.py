"""Does a spreadsheet that opens an export find texts, and no formulas of strangers?"""

import csv
import io
import json

import pytest

from arena.ladder.export import table_bytes

FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", '=HYPERLINK("http://evil.test")']


@pytest.mark.parametrize("owner", FORMULAS)
def test_a_cell_never_begins_like_a_formula(owner: str) -> None:
    rows = [{"owner": owner, "elo": -12.5, "games": -3, "bot": None}]
    (row,) = csv.DictReader(io.StringIO(table_bytes(rows, "csv").decode(), newline=""))
    assert row == {"owner": f"'{' '.join(owner.splitlines())}", "elo": "-12.5", "games": "-3", "bot": ""}
    assert json.loads(table_bytes(rows, "json"))[0]["owner"] == owner  # the control: as it is


@pytest.mark.parametrize("owner", ["Crows", "a=b", "x-y", "", "'quoted"])
def test_other_texts_stay_as_they_are(owner: str) -> None:
    (row,) = csv.DictReader(io.StringIO(table_bytes([{"owner": owner, "x": 1}], "csv").decode()))
    assert row["owner"] == owner
