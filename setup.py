"""How is arena compiled? By mypyc when the package is built, and not at all where that cannot be done.

Everything else about the build is in pyproject.toml. The environment variable ARENA_COMPILE decides:
`0` leaves the sources interpreted, `require` turns every failure to compile into a failed build, and without it
a failure costs one line of output and the package runs interpreted.
"""

import os
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

COMPILED_PACKAGES = ("arena/rules", "arena/search", "arena/wire")
COMPILE = os.environ.get("ARENA_COMPILE", "")
METADATA_COMMANDS = {"dist_info", "egg_info", "sdist"}


def extensions() -> list[Extension]:
    """What is to be compiled: C sources written by mypyc, or nothing."""
    if COMPILE == "0" or METADATA_COMMANDS.intersection(sys.argv):
        return []
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    if os.name == "posix" and shutil.which(str(compiler).split()[0]) is None:
        interpret("there is no C compiler")
        return []
    sources = sorted(str(path) for package in COMPILED_PACKAGES for path in Path(package).rglob("*.py"))
    try:
        from mypyc.build import mypycify  # noqa: PLC0415 - only sure to be there when compiling

        written: list[Any] = mypycify(sources, opt_level="3", debug_level="0", group_name="arena_compiled")
        if sysconfig.get_config_var("GNULD") == "yes":
            for extension in written:
                # Without it no function is inlined into another, since each could be replaced by the dynamic linker.
                extension.extra_compile_args.append("-fno-semantic-interposition")
                # Some processors multiply and add in one step, with another rounding than interpreted.
                extension.extra_compile_args.append("-ffp-contract=off")
    except (Exception, SystemExit) as failure:  # mypyc leaves with SystemExit on a type error
        interpret("mypyc failed, as it says above", failure)
        return []
    return written


class AllOrNothing(build_ext):
    """Compiles every extension or keeps none, so that a half-compiled package is never installed."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as failure:
            interpret("the C compiler failed, as it says above", failure)
            for output in self.get_outputs():
                Path(output).unlink(missing_ok=True)
            self.extensions = []


def interpret(reason: str, failure: BaseException | None = None) -> None:
    """Say why nothing is compiled, or fail if it was required."""
    if COMPILE == "require":
        raise SystemExit(f"arena cannot be compiled: {reason}") from failure
    print(f"arena is not compiled and will run interpreted, which is slower: {reason}")


setup(ext_modules=extensions(), cmdclass={"build_ext": AllOrNothing})
