"""Is the committed code what arena.proto says, and is no field number ever used again?"""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorProto

from arena.proto import arena_pb2 as pb

ROOT = Path(__file__).parents[2]
PROTO = ROOT / "arena" / "proto" / "arena.proto"
GENERATED = ("arena_pb2.py", "arena_pb2.pyi", "arena_pb2_grpc.py")
NUMBERS = Path(__file__).parent / "numbers.txt"
DECLARATION = re.compile(
    r"\s*(?:service|rpc|message|enum|oneof \w+ = |(?:optional |repeated )?\w+ \w+ = |[A-Z_]+ = )"
)


def file_descriptor() -> FileDescriptorProto:
    described = FileDescriptorProto()
    pb.DESCRIPTOR.CopyToProto(described)
    return described


def numbers_in_use() -> set[str]:
    """`Message.field number type` for every field, `Enum.VALUE number` for every value."""
    described = file_descriptor()
    lines: set[str] = set()
    for message in described.message_type:
        for field in message.field:
            kind = field.type_name.rpartition(".")[2] or field.Type.Name(field.type)
            label = "repeated " if field.label == field.LABEL_REPEATED else ""
            lines.add(
                f"{message.name}.{field.name} {field.number} {label}{kind.removeprefix('TYPE_').lower()}"
            )
    for enum in described.enum_type:
        lines.update(f"{enum.name}.{value.name} {value.number}" for value in enum.value)
    return lines


def reserved_numbers() -> set[tuple[str, int]]:
    described = file_descriptor()
    reserved: set[tuple[str, int]] = set()
    for message in described.message_type:
        for span in message.reserved_range:
            reserved.update((message.name, number) for number in range(span.start, span.end))
    for enum in described.enum_type:
        for values in enum.reserved_range:
            reserved.update((enum.name, number) for number in range(values.start, values.end + 1))
    return reserved


@pytest.mark.parametrize("name", GENERATED)
def test_the_committed_code_is_generated_from_the_proto(name: str, tmp_path: Path) -> None:
    outputs = [f"--{kind}_out={tmp_path}" for kind in ("python", "pyi", "grpc_python")]
    command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{ROOT}", *outputs, str(PROTO)]
    subprocess.run(command, cwd=ROOT, check=True)
    committed = (PROTO.parent / name).read_text(encoding="utf-8")
    assert (tmp_path / "arena" / "proto" / name).read_text(encoding="utf-8") == committed, "run `make proto`"


def test_every_number_is_on_the_list() -> None:
    listed = set(NUMBERS.read_text(encoding="utf-8").splitlines())
    missing = sorted(numbers_in_use() - listed)
    assert not missing, f"add to {NUMBERS.relative_to(ROOT)}, and never take away: {missing}"


def test_a_number_once_used_keeps_its_meaning_or_is_reserved() -> None:
    used = numbers_in_use()
    reserved = reserved_numbers()
    for line in NUMBERS.read_text(encoding="utf-8").splitlines():
        owner, number = line.split(".")[0], int(line.split()[1])
        assert (line in used) != ((owner, number) in reserved), (
            f"{line} has gone without `reserved`, or is back"
        )


def test_every_declaration_has_a_comment() -> None:
    lines = PROTO.read_text(encoding="utf-8").splitlines()
    declared = [
        i for i, line in enumerate(lines) if DECLARATION.match(line) and not line.lstrip().startswith("//")
    ]
    assert len(declared) > len(numbers_in_use())
    bare = [lines[i] for i in declared if not lines[i - 1].lstrip().startswith("//")]
    assert [line for line in bare if "oneof message" not in line and 'syntax = "' not in line] == []


def test_no_enum_has_a_meaning_at_0() -> None:
    for enum in file_descriptor().enum_type:
        assert enum.value[0].number == 0
        assert enum.value[0].name.endswith("_UNSPECIFIED")
