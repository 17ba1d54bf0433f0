"""Do the pages on the protocol and on its lines still show what is said? `make golden` writes their examples anew."""

import os
import re
from pathlib import Path

import pytest

from arena.proto import arena_pb2 as pb
from tests.wire.session import as_json_lines, as_text, session

DOCUMENT = Path(__file__).parents[2] / "docs" / "protocol.md"
EXAMPLE = re.compile(r"(?<=^```text\n)bot: hello.*?(?=^```$)", re.MULTILINE | re.DOTALL)
LINES = Path(__file__).parents[2] / "docs" / "lines.md"
LINES_EXAMPLE = re.compile(r"(?<=^```text\n)< \{.hello.*?(?=^```$)", re.MULTILINE | re.DOTALL)
EXAMPLES = {"protocol": (DOCUMENT, EXAMPLE, as_text), "lines": (LINES, LINES_EXAMPLE, as_json_lines)}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_example_is_what_is_said(name: str) -> None:
    page, pattern, text = EXAMPLES[name]
    document = page.read_text(encoding="utf-8")
    if os.environ.get("ARENA_GOLDEN") == "rewrite":
        document = pattern.sub(lambda _: text(), document)
        page.write_text(document, encoding="utf-8")
    (example,) = pattern.findall(document)
    assert example == text()


def test_every_answer_names_its_decision() -> None:
    said = session()
    asked = [
        message.decision.id
        for _, message in said
        if isinstance(message, pb.ToBot) and message.HasField("decision")
    ]
    answered = [
        message.answer.id
        for _, message in said
        if isinstance(message, pb.FromBot) and message.HasField("answer")
    ]
    assert asked == answered
    assert len(asked) > 20


def test_every_message_and_termination_is_explained() -> None:
    document = DOCUMENT.read_text(encoding="utf-8")
    for oneof in (pb.FromBot.DESCRIPTOR, pb.ToBot.DESCRIPTOR):
        for field in oneof.fields:
            assert field.message_type is not None
            assert f"`{field.message_type.name}`" in document
    for name in pb.Termination.keys()[1:]:
        assert f"| {name.removeprefix('TERMINATION_').lower().replace('_', ' ')} |" in document
