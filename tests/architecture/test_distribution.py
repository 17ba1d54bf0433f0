"""Does every text name our own distribution? `arena` on an index is somebody else's package."""

import re
import subprocess
import tomllib
from pathlib import Path

from arena import DISTRIBUTION, to_install

ROOT = Path(__file__).parents[2]
# `pip install arena`, `arena[web]`, and "arena>=0.1" in a list of requirements.
ANOTHER = re.compile(
    r"\b(?:pip3?|pipx|uv(?: pip)?|poetry|conda)[ \t]+(?:install|add)[ \t][^\n`&;|]*?(?<![\w./-])arena(?![\w./-])"
    r"|(?<![\w-])arena\[[a-z]+\]"
    r"|[\"']arena\s*[=<>~]=[^\"']*[\"']"
)


def tracked() -> list[Path]:
    found = subprocess.run(["git", "ls-files", "-z"], check=True, capture_output=True, cwd=ROOT, text=True)
    return [ROOT / name for name in found.stdout.split("\0") if name]


def test_the_name_is_the_one_of_the_build() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["name"] == DISTRIBUTION == "alhambra-arena"
    assert to_install("web") == "pip install 'alhambra-arena[web]'"
    assert "web" in project["optional-dependencies"]


def test_the_pattern_finds_what_it_is_for() -> None:
    for text in (
        "pip install arena",
        "pip install 'arena[web]'",
        "needs `arena[web]`",
        '"arena>=0.1"',
        "uv add arena",
    ):
        assert ANOTHER.search(text), text
    for text in ("pip install 'alhambra-arena[web]'", "pip install .", "pip uninstall arena", "[tool.arena]"):
        assert not ANOTHER.search(text), text


def test_no_text_tells_to_install_somebody_elses_package() -> None:
    found = []
    for path in tracked():
        if path == Path(__file__) or not path.is_file():
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{path.relative_to(ROOT)}: {match[0]}" for match in ANOTHER.finditer(text)]
    assert found == []
