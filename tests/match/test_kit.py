"""Do a policy and its kit make one whole bot, byte by byte, and is a policy that does not fit told why?"""

from pathlib import Path

import pytest

from arena.match.cache import cache_folder
from arena.match.content import content_hash, plain_files
from arena.match.kit import KITS, KitError, assemble, assembled, kit_names, names_kit, new_bot
from arena.match.manifest import Bot, ManifestError

ROOT = Path(__file__).parents[2]
PROTO = ROOT / "arena" / "proto" / "arena.proto"
PORTS = sorted((ROOT / "bots").glob("greedy-*"))
GO = 'name = "mine"\nkit = "go"\n'


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def policy(folder: Path, manifest: str = GO) -> Path:
    folder.mkdir()
    (folder / "bot.toml").write_text(manifest, encoding="utf-8")
    (folder / "policy.go").write_text("package main\n", encoding="utf-8")
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {name: path.read_bytes() for name, path in plain_files(folder).items()}


KIT_NAMES = (
    "cpp", "go", "java", "jsonl-awk", "jsonl-lua", "jsonl-perl", "jsonl-php", "jsonl-ruby", "jsonl-sh", "node", "python", "rust",
)  # fmt: skip


def test_there_are_six_kits_with_grpc_and_six_without() -> None:
    assert kit_names() == KIT_NAMES
    spoken = [kit for kit in kit_names() if kit != "python" and not kit.startswith("jsonl-")]
    assert [path.name for path in PORTS] == [f"greedy-{kit}" for kit in spoken]


@pytest.mark.parametrize("port", PORTS, ids=lambda port: port.name)
def test_a_port_is_its_policy_and_its_kit(port: Path, tmp_path: Path) -> None:
    kit = port.name.removeprefix("greedy-")
    assemble(port, tmp_path / "whole")
    whole, own, client = contents(tmp_path / "whole"), contents(port), contents(KITS / kit / "client")
    manifest = whole.pop("bot.toml").decode()
    del own["bot.toml"]
    assert whole == client | own | {"arena.proto": PROTO.read_bytes()}
    assert len(whole) == len(client) + len(own) + 1
    lines = (KITS / kit / "kit.toml").read_text(encoding="utf-8")
    assert manifest == (port / "bot.toml").read_text(encoding="utf-8").replace(f'kit = "{kit}"\n', lines)


@pytest.mark.parametrize("kit", ["cpp", "go", "java", "node", "python", "rust"])
def test_a_new_bot_is_the_starter_and_its_kit(kit: str, tmp_path: Path) -> None:
    new_bot(kit, tmp_path / "mybot")
    new, client = contents(tmp_path / "mybot"), contents(KITS / kit / "client")
    starter = contents(KITS / kit / "starter")
    proto = {} if kit == "python" else {"arena.proto": PROTO.read_bytes()}
    assert new.keys() == client.keys() | starter.keys() | proto.keys()
    assert {"bot.toml", "README.md", ".gitignore"} <= new.keys()
    assert {name: new[name] for name in client | proto} == client | proto
    named = {name: content.replace(b"@NAME@", b"mybot") for name, content in starter.items()}
    del named["bot.toml"]
    assert {name: new[name] for name in named} == named
    bot = Bot.load(tmp_path / "mybot")
    assert (bot.name, bot.folder) == ("mybot", (tmp_path / "mybot").resolve())
    assert not names_kit(tmp_path / "mybot")


def test_a_policy_is_loaded_as_the_whole_bot(tmp_path: Path) -> None:
    """Assembled or not, it is the same bot, with the same hash; its files are in the cache."""
    mine = policy(tmp_path / "mine")
    (mine / "policy.go").chmod(0o755)
    (mine / "__pycache__").mkdir()
    (mine / "__pycache__" / "x.pyc").touch()
    assemble(mine, tmp_path / "deep" / "whole")
    loaded, whole = Bot.load(mine), Bot.load(tmp_path / "deep" / "whole")
    assert (loaded.identity, loaded.content) == (whole.identity, whole.content)
    assert (loaded.run, loaded.build, loaded.toolchains) == (whole.run, whole.build, ("go",))
    assert loaded.folder == cache_folder() / "assembled" / loaded.content
    assert contents(loaded.folder) == contents(whole.folder)
    assert [path.name for path in loaded.folder.parent.iterdir()] == [loaded.content]
    (mine / "policy.go").write_text("package other\n", encoding="utf-8")
    assert Bot.load(mine).version != loaded.version


def test_everyone_can_read_what_was_assembled(tmp_path: Path) -> None:
    mine = policy(tmp_path / "mine")
    (mine / "policy.go").chmod(0o600)
    whole = assembled(mine)
    modes = {path.name: path.stat().st_mode & 0o777 for path in whole.rglob("*")}
    assert (whole.stat().st_mode & 0o777, modes["arenapb"], modes["policy.go"]) == (0o755, 0o755, 0o644)


def test_what_was_changed_in_the_cache_is_made_again(tmp_path: Path) -> None:
    mine = policy(tmp_path / "mine")
    whole = assembled(mine)
    (whole / "client.go").write_text("changed", encoding="utf-8")
    assert assembled(mine) == whole
    assert content_hash(whole) == whole.name


def test_a_folder_without_a_kit_is_whole_already(tmp_path: Path) -> None:
    mine = policy(tmp_path / "mine", 'name = "mine"\nrun = ["./bot"]\n')
    assert assembled(mine) == mine
    assert not cache_folder().exists()


@pytest.mark.parametrize(
    ("manifest", "sentence"),
    [
        ('name = "x"\nkit = "cobol"\n', "kit: 'cobol' is not one of " + ", ".join(KIT_NAMES)),
        ('name = "x"\nkit = "../go"\n', "kit: '../go' is not one of"),
        ('name = "x"\nkit = "go/client"\n', "kit: 'go/client' is not one of"),
        ('name = "x"\nkit = "/"\n', "kit: '/' is not one of"),
        ('name = "x"\nkit = ""\n', "kit: '' is not one of"),
        ('name = "x"\nkit = ["go"]\n', r"kit: \['go'\] is not one of"),
        (GO + 'run = ["./other"]\n', "run: comes with the kit 'go'"),
        (GO + 'language = "Go"\n', "language: comes with the kit 'go'"),
        ('name = "x"\n"kit" = "go"\n', 'kit: must be a line of its own, kit = "go"'),
        ('name = "x"\nkit = """\\\ngo"""\n', "kit: must be a line of its own"),
        ('description = """\nkit = "go"\n"""\nkit = "go"\nname = "x"\n', "kit: must be a line of its own"),
    ],
)
def test_a_kit_that_is_named_wrongly(tmp_path: Path, manifest: str, sentence: str) -> None:
    mine = policy(tmp_path / "mine", manifest)
    with pytest.raises(KitError, match=f"^{sentence}"):
        assemble(mine, tmp_path / "whole")
    with pytest.raises(ManifestError, match=f"bot.toml: {sentence}"):
        Bot.load(mine)
    assert not (tmp_path / "whole").exists()


@pytest.mark.parametrize(
    ("name", "theirs"),
    [
        ("client.go", "client.go"),
        ("Client.go", "client.go"),
        ("arena.proto", "arena.proto"),
        ("arenapb", "arenapb"),
        ("arenapb/arena.pb.go", "arenapb/arena.pb.go"),
        ("ArenaPB/more.go", "arenapb"),
        ("go.mod/more.go", "go.mod"),
    ],
)
def test_a_file_that_the_kit_brings_too(tmp_path: Path, name: str, theirs: str) -> None:
    """Neither replaces the other, also where the disk knows no case."""
    mine = policy(tmp_path / "mine")
    (mine / name).parent.mkdir(exist_ok=True)
    (mine / name).touch()
    with pytest.raises(KitError, match=f"the kit 'go' brings {theirs}; give yours another name"):
        assemble(mine, tmp_path / "whole")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["mine"]


def test_a_policy_may_add_to_a_folder_of_the_kit(tmp_path: Path) -> None:
    mine = policy(tmp_path / "mine")
    (mine / "arenapb").mkdir()
    (mine / "arenapb" / "more.go").touch()
    assert {"arenapb/more.go", "arenapb/arena.pb.go"} <= contents(assembled(mine)).keys()


def test_links_are_refused(tmp_path: Path) -> None:
    mine = policy(tmp_path / "mine")
    (mine / "link").symlink_to("/etc/passwd")
    with pytest.raises(ManifestError, match=r"bot\.toml: link: only plain files"):
        Bot.load(mine)


def test_every_file_of_a_kit_stands_once() -> None:
    """Kits and ports have no two files alike, and no copy of arena.proto."""
    folders = [*(KITS / kit for kit in kit_names()), *PORTS]
    files = [content for folder in folders for content in contents(folder).values()]
    assert len(set(files)) == len(files)
    assert PROTO.read_bytes() not in files
