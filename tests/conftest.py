"""What do the tests run on? The sources, interpreted; with ARENA_TESTS=build the package in build/compiled."""

import io
import os
import signal
import socket
import subprocess
import sys
from contextlib import chdir
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parent.parent
BUILT = os.environ.get("ARENA_TESTS", "sources") == "build"
TREE = ROOT / "build" / "compiled" if BUILT else ROOT

# The tree under test comes first, in subprocesses too and wherever they start; the root makes `tests` importable.
sys.path[:0] = [str(TREE), str(ROOT)]
os.environ["PYTHONPATH"] = os.pathsep.join([str(TREE), str(ROOT)])
os.environ["PYTHONSAFEPATH"] = "1"

# A shell that runs the tests in the background has them ignore Ctrl-C, and so would all that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("thorough", max_examples=5_000, deadline=None)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "ci")
settings.load_profile(PROFILE)

ARENA = [sys.executable, "-c", "from arena.cli import main; main()"]


def arena(
    *words: object, cwd: Path | None = None, stdin: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a command in this process, which spares it the imports; `ARENA` is one that can be killed."""
    from arena.cli import main  # noqa: PLC0415 - the tree under test is known only now

    out, wrong = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True) for _ in range(2))
    code: object = None
    with pytest.MonkeyPatch.context() as patch, chdir(cwd or Path.cwd()):
        for name, value in {"COLUMNS": "80", **environment}.items():
            patch.setenv(name, value)
        patch.setattr(sys, "argv", ["arena", *map(str, words)])
        patch.setattr(sys, "stdin", io.StringIO(stdin))
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", wrong)
        try:
            main()
        except SystemExit as ended:
            code = ended.code
    assert isinstance(code, int | None)
    said = (stream.buffer.getvalue().decode("utf-8") for stream in (out, wrong))
    return subprocess.CompletedProcess(sys.argv, code or 0, *said)


def share(number: int) -> int:
    """How many of these random games to look at: all on the compiled package, a quarter on the sources, which play them far slower."""
    return number if BUILT or PROFILE == "thorough" else -(-number // 4)


def free_port() -> int:
    """A port of this host at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def compiled_modules() -> list[Path]:
    """The compiled modules in the tree under test."""
    return sorted(TREE.glob("arena/**/*.so"))


def pytest_configure() -> None:
    """Stop at once if the tree is not what was asked for."""
    if not BUILT and compiled_modules():
        raise pytest.UsageError(
            f"{compiled_modules()[0].relative_to(ROOT)} hides its source: run `make clean`"
        )
    for source in sorted(ROOT.glob("arena/**/*.py")):
        copy = TREE / source.relative_to(ROOT)
        if not copy.is_file() or copy.read_bytes() != source.read_bytes():
            raise pytest.UsageError(
                f"build/compiled lacks {source.relative_to(ROOT)} as it is now: run `make compile`"
            )


def pytest_report_header() -> str:
    """One line at the top of every run."""
    form = "compiled" if compiled_modules() else "interpreted"
    return f"arena: {form}, from {'build/compiled' if BUILT else 'the sources'}"
