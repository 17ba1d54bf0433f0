"""Is the code that Go and Rust keep in their kits that of arena.proto as it is now? Every field, with its number."""

import re
from collections import Counter

import pytest
from google.protobuf.descriptor import Descriptor

from arena.match.kit import KITS
from arena.proto import arena_pb2 as pb

Fields = Counter[tuple[int, str]]


def fields() -> Fields:
    messages: list[Descriptor] = list(pb.DESCRIPTOR.message_types_by_name.values())
    return Counter((field.number, field.name) for message in messages for field in message.fields)


def go_fields(text: str) -> Fields:
    found = re.findall(r'protobuf:"\w+,(\d+),\w+(?:,packed)?,name=(\w+)', text)
    return Counter((int(number), name) for number, name in found)


def rust_fields(text: str) -> Fields:
    found = re.findall(r'tag = "(\d+)"\)\]\s+(?:pub )?(?:r#)?(\w+)', text)
    return Counter((int(number), re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()) for number, name in found)


@pytest.mark.parametrize(
    ("file", "read"),
    [("go/client/arenapb/arena.pb.go", go_fields), ("rust/client/src/arena.rs", rust_fields)],
)
def test_every_field_is_there_with_its_number(file: str, read: object) -> None:
    assert callable(read)
    text = (KITS / file).read_text(encoding="utf-8")
    assert read(text) == fields(), "run `make proto`"


@pytest.mark.parametrize("file", ["go/client/arenapb/arena.pb.go", "rust/client/src/arena.rs"])
def test_every_value_of_an_enum_is_there(file: str) -> None:
    text = (KITS / file).read_text(encoding="utf-8")
    values = [value.name for enum in pb.DESCRIPTOR.enum_types_by_name.values() for value in enum.values]
    assert [name for name in values if f'"{name}"' not in text] == [], "run `make proto`"


def test_the_types_for_node_have_every_field_of_their_messages() -> None:
    text = (KITS / "node" / "client" / "arena.d.ts").read_text(encoding="utf-8")
    found = re.findall(r"^export interface (\w+) \{\n(.*?)^\}", text, re.MULTILINE | re.DOTALL)
    assert {name for name, _ in found} >= {"ToBot", "Decision", "Observation", "Action", "Tile", "Palace"}
    for name, body in found:
        declared = set(re.findall(r"^  (\w+)\??:", body, re.MULTILINE))
        assert declared - {"message"} == set(pb.DESCRIPTOR.message_types_by_name[name].fields_by_name), name
