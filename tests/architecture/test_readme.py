"""Does the README still tell the truth? Its Python runs as written, its commands exist."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_the_example_prints_what_the_readme_says(tmp_path: Path) -> None:
    (example,) = blocks("python")
    (printed,) = blocks("text")
    command = [sys.executable, "-c", example]
    ran = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True)
    assert (ran.stdout, ran.stderr) == (printed, "")


def test_every_make_target_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    named = set(re.findall(r"\bmake ([a-z]+)", "\n".join([*blocks("sh"), *re.findall(r"`(.+?)`", README)])))
    assert "test" in named
    assert sorted(named - targets) == []


def test_ci_runs_make_check_which_ends_with_the_readmes_test_command() -> None:
    (command,) = re.findall(r"^exec (.+)$", (ROOT / ".ci" / "run").read_text(encoding="utf-8"), re.MULTILINE)
    assert command == "make check"
    dry = ["make", "--dry-run", "--always-make", "--no-print-directory"]
    checked, tested = (
        subprocess.run([*dry, target], cwd=ROOT, check=True, capture_output=True, text=True).stdout
        for target in ("check", "test")
    )
    assert "make test" in "".join(blocks("sh")).splitlines()
    assert tested.splitlines()[-2:] == checked.splitlines()[-2:]


def test_every_file_it_links_to_exists() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
