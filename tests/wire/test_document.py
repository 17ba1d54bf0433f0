"""Does docs/protocol.md still show what is said? `make golden` writes its example anew."""

import os
import re
from pathlib import Path

from arena.proto import arena_pb2 as pb
from tests.wire.session import as_text, session

DOCUMENT = Path(__file__).parents[2] / "docs" / "protocol.md"
EXAMPLE = re.compile(r"(?<=^```text\n)bot: hello.*?(?=^```$)", re.MULTILINE | re.DOTALL)


def test_the_example_is_what_is_said() -> None:
    document = DOCUMENT.read_text(encoding="utf-8")
    if os.environ.get("ARENA_GOLDEN") == "rewrite":
        document = EXAMPLE.sub(lambda _: as_text(), document)
        DOCUMENT.write_text(document, encoding="utf-8")
    (example,) = EXAMPLE.findall(document)
    assert example == as_text()


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
