"""Is a bot built once for its content, its toolchain and its libraries, and are libraries fetched only by leave?"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.match import dependencies
from arena.match.build import BuildFailed, build_bot
from arena.match.cache import cache_folder
from arena.match.manifest import Bot, ManifestError
from arena.match.recording_sandbox import RecordingSandbox
from arena.sandbox import toolchain


@pytest.fixture(params=["sandbox", "none"], scope="module")
def sandbox(request: pytest.FixtureRequest) -> Iterator[RecordingSandbox]:
    with RecordingSandbox.open(no_sandbox=request.param == "none") as opened:
        yield opened


@pytest.fixture(autouse=True)
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own, and a made-up npm and node, which write down that they were called."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    programs = tmp_path / "node" / "bin"
    programs.mkdir(parents=True)
    npm = f"""#!/bin/sh
echo "$@" >> {tmp_path}/npm.log
ls -A >> {tmp_path}/npm.seen
! grep -q break package-lock.json || {{ echo "no such library" >&2; exit 4; }}
mkdir -p node_modules/library && cp package-lock.json node_modules/library/ && chmod 600 node_modules/library/*
"""
    for name, text in (("npm", npm), ("node", "#!/bin/sh\n")):
        (programs / name).write_text(text, encoding="utf-8")
        (programs / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
    monkeypatch.setattr(toolchain, "_USUAL_FOLDERS", ())
    return tmp_path


def bot(folder: Path, build: list[list[str]], **files: str) -> Bot:
    made = folder / "bot"
    made.mkdir(exist_ok=True)
    (made / "bot.toml").write_text(
        f'name = "mine"\nrun = ["node", "x"]\nbuild = {json.dumps(build)}\ntoolchains = ["node"]\n',
        encoding="utf-8",
    )
    for name, text in files.items():
        (made / name.replace("_", ".")).write_text(text, encoding="utf-8")
    return Bot.load(made)


COUNT = [["sh", "-c", "date +%s%N > made"]]


def test_a_bot_is_built_once_for_its_content(sandbox: RecordingSandbox, host: Path) -> None:
    first = build_bot(bot(host, COUNT), sandbox)
    again = build_bot(bot(host, COUNT), sandbox)
    assert (again.folder, again.wall_s, again.told) == (first.folder, None, "was built before")
    assert first.told.startswith("built in ")
    assert (first.folder / "made").is_file()
    assert not (host / "bot" / "made").exists()
    changed = build_bot(bot(host, COUNT, note_txt="a byte more"), sandbox)
    assert changed.folder != first.folder
    assert changed.folder.is_relative_to(cache_folder())


def test_options_for_a_match_are_no_reason_to_build_again(sandbox: RecordingSandbox, host: Path) -> None:
    plain = bot(host, COUNT)
    with_options = Bot.parse(f"{plain.folder} --depth 3")
    assert with_options.version != plain.version
    assert build_bot(with_options, sandbox).folder == build_bot(plain, sandbox).folder


def test_another_toolchain_is_a_reason_to_build_again(sandbox: RecordingSandbox, host: Path) -> None:
    first = build_bot(bot(host, COUNT), sandbox)
    (host / "node" / "bin" / "node").write_text("#!/bin/sh\n# newer\n", encoding="utf-8")
    assert build_bot(bot(host, COUNT), sandbox).folder != first.folder


def test_a_missing_toolchain_says_what_to_install(
    sandbox: RecordingSandbox, host: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (host / "node" / "bin" / "node").unlink()
    monkeypatch.setenv("PATH", str(host / "node" / "bin"))
    with pytest.raises(BuildFailed) as failed:
        build_bot(bot(host, COUNT), sandbox)
    assert str(failed.value) == (
        "mine: needs node, which is not on this host: install Node.js 20 or newer (Debian 13: apt-get install nodejs)"
    )


LOCKS = {"package_json": "{}", "package-lock_json": "locked"}


def test_libraries_are_fetched_by_leave_only_and_once(sandbox: RecordingSandbox, host: Path) -> None:
    mine = bot(host, [["cat", "node_modules/library/package-lock.json"]], **LOCKS)
    with pytest.raises(BuildFailed, match="are not on this host: fetch them once with"):
        build_bot(mine, sandbox)
    assert not (host / "npm.log").exists()
    built = build_bot(mine, sandbox, allow_network=True)
    assert (built.folder / "node_modules" / "library" / "package-lock.json").read_text() == "locked"
    other = bot(host, [["test", "-d", "node_modules/library"]], **LOCKS, more_txt="my own code")
    assert build_bot(other, sandbox).folder != built.folder
    (called,) = (host / "npm.log").read_text().splitlines()
    assert called.startswith("ci --ignore-scripts --omit=dev --no-bin-links")
    assert not (host / "bot" / "node_modules").exists()


def test_other_lock_files_are_other_libraries(sandbox: RecordingSandbox, host: Path) -> None:
    build_bot(bot(host, COUNT, **LOCKS), sandbox, allow_network=True)
    with pytest.raises(BuildFailed, match="are not on this host"):
        build_bot(bot(host, COUNT, **LOCKS | {"package-lock_json": "other"}), sandbox)


def test_a_fetch_sees_the_lock_files_and_nothing_else(sandbox: RecordingSandbox, host: Path) -> None:
    """Settings for the client could name another server or a program; what is fetched is kept for other bots, too."""
    hostile = bot(host, [["cat", ".npmrc"]], **LOCKS, _npmrc="registry=http://localhost:9/\n", secret_txt="x")
    built = build_bot(hostile, sandbox, allow_network=True)
    assert (host / "npm.seen").read_text().split() == ["package-lock.json", "package.json"]
    assert (built.folder / ".npmrc").is_file()  # the build, which has no network, sees everything
    other = build_bot(bot(host, [["cat", ".npmrc"]], **LOCKS, _npmrc="registry=other\n"), sandbox)
    assert other.folder != built.folder


@pytest.mark.parametrize("name", [".git", "__pycache__"])
def test_a_build_does_not_see_what_is_not_in_its_key(
    sandbox: RecordingSandbox, host: Path, name: str
) -> None:
    """The control is a folder of another name, which is seen, and another one when it changes."""
    mine = bot(host, [["sh", "-c", "find . -name note > seen"]])
    for folder in (mine.folder / name, mine.folder / "deep" / name, mine.folder / "own"):
        folder.mkdir(parents=True)
        (folder / "note").write_text("first")
    built = build_bot(Bot.load(mine.folder), sandbox)
    assert (built.folder / "seen").read_text().split() == ["./own/note"]
    (mine.folder / name / "note").write_text("second")
    assert build_bot(Bot.load(mine.folder), sandbox).folder == built.folder
    (mine.folder / "own" / "note").write_text("second")
    assert build_bot(Bot.load(mine.folder), sandbox).folder != built.folder


def test_libraries_that_a_bot_brings_along_are_not_fetched(sandbox: RecordingSandbox, host: Path) -> None:
    mine = bot(host, [["test", "-e", "node_modules/mine"]], **LOCKS)
    (mine.folder / "node_modules").mkdir()
    (mine.folder / "node_modules" / "mine").touch()
    build_bot(Bot.load(mine.folder), sandbox, allow_network=True)
    assert not (host / "npm.log").exists()


def test_a_fetch_that_fails_leaves_nothing(sandbox: RecordingSandbox, host: Path) -> None:
    with pytest.raises(BuildFailed, match=r"`npm ci .*` failed with exit status 4: no such library"):
        build_bot(bot(host, COUNT, **LOCKS | {"package-lock_json": "break"}), sandbox, allow_network=True)
    assert list((cache_folder() / "libraries").iterdir()) == []


def test_without_its_client_nothing_is_fetched(
    sandbox: RecordingSandbox, host: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (host / "node" / "bin" / "npm").unlink()
    monkeypatch.setenv("PATH", str(host / "node" / "bin"))
    monkeypatch.setattr(
        dependencies, "find_toolchain", lambda _: pytest.fail("it was looked for before its client")
    )
    with pytest.raises(BuildFailed, match="needs npm, which is not on this host: apt-get install npm"):
        build_bot(bot(host, COUNT, **LOCKS), sandbox, allow_network=True)


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ('"go"', 'toolchains: must be a list of names, such as ["go"]'),
        (
            '["cobol"]',
            "toolchains: 'cobol' is not one of c++, go, java, node, rust, awk, jq, lua, perl, php, ruby; python3 is always there",
        ),
    ],
)
def test_a_wrong_toolchain_in_the_manifest(host: Path, value: str, sentence: str) -> None:
    mine = bot(host, COUNT)
    (mine.folder / "bot.toml").write_text(
        f'name = "x"\nrun = ["x"]\ntoolchains = {value}\n', encoding="utf-8"
    )
    with pytest.raises(ManifestError, match=r"bot\.toml: ") as wrong:
        Bot.load(mine.folder)
    assert str(wrong.value).endswith(sentence)


def test_libraries_are_compiled_once_and_without_the_bot(host: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a made-up cargo: it compiles a program of ours first, then each bot begins with what came of that."""
    programs = host / "rust" / "bin"
    programs.mkdir(parents=True)
    cargo = """#!/bin/sh
case $1 in
vendor) mkdir vendor ;;
build) mkdir -p target/release; cat src/main.rs >> target/release/compiled; ls >> target/release/seen ;;
clean) echo cleaned >> target/release/compiled ;;
esac
"""
    for name, text in (("cargo", cargo), ("rustc", "#!/bin/sh\n")):
        (programs / name).write_text(text, encoding="utf-8")
        (programs / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
    folder = host / "crab"
    (folder / "src").mkdir(parents=True)
    (folder / "Cargo.toml").write_text('[package]\nname = "bot"\n', encoding="utf-8")
    (folder / "Cargo.lock").touch()
    manifest = 'name = "crab"\nrun = ["./bot"]\nbuild = ["cargo", "build"]\ntoolchains = ["rust"]\n'
    (folder / "bot.toml").write_text(manifest, encoding="utf-8")
    with RecordingSandbox.open() as sandbox:
        for words in ("first\n", "second\n"):
            (folder / "src" / "main.rs").write_text(words, encoding="utf-8")
            built = build_bot(Bot.load(folder), sandbox, allow_network=True)
            compiled = (built.folder / "target" / "release" / "compiled").read_text()
            assert compiled == f"fn main() {{}}\ncleaned\n{words}"
            seen = (built.folder / "target" / "release" / "seen").read_text().split()
            assert seen[: seen.index("target") + 1] == ["Cargo.lock", "Cargo.toml", "src", "target"]
