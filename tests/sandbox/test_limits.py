"""Are limits checked, with errors that name the key?"""

import pytest

from arena.sandbox import LimitError, Limits


def test_defaults_are_valid() -> None:
    assert Limits().memory_mb == 1024


def test_from_table() -> None:
    limits = Limits.from_table({"memory_mb": 256, "start_s": 2.5})
    assert (limits.memory_mb, limits.start_s, limits.processes) == (256, 2.5, 64)


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"memory": 1}, "limits.memory: is no limit; there are cores, "),
        ({"memory_mb": "1G"}, "limits.memory_mb: must be a whole number, not '1G'"),
        ({"memory_mb": True}, "limits.memory_mb: must be a whole number, not True"),
        ({"memory_mb": 1.5}, "limits.memory_mb: must be a whole number, not 1.5"),
        ({"processes": 0}, "limits.processes: must be between 4 and 4096, not 0"),
        ({"scratch_mb": -1}, "limits.scratch_mb: must be between 1 and 65536, not -1"),
        ({"start_s": 0}, "limits.start_s: must be between 0.1 and 3600, not 0"),
        ({"start_s": float("nan")}, "limits.start_s: must be between 0.1 and 3600, not nan"),
    ],
)
def test_wrong_tables(table: dict[str, object], message: str) -> None:
    with pytest.raises(LimitError) as caught:
        Limits.from_table(table)
    assert str(caught.value).startswith(message)
