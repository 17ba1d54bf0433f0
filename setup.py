"""How is arena compiled? By mypyc when the package is built, and not at all where that cannot be done.

Everything else about the build is in pyproject.toml. The environment variable ARENA_COMPILE decides:
`0` leaves the sources interpreted, `require` turns every failure to compile into a failed build, and without it
a failure costs one line of output and the package runs interpreted. With ARENA_OPTIMISE=1 GCC compiles twice: what it
learns from games played in between decides how it compiles for good, and the linker sees the whole program.
"""

import ast
import gzip
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

COMPILED_PACKAGES = ("arena/rules", "arena/search", "arena/encoding", "arena/wire")
OLDEST_IN_A_ZIP = "315532800"  # 1980, in seconds
BUNDLED = ("bots", "ladders", "docs/game.md", "docs/pictures", "docs/rules.md", "docs/tutorial.md")
COMPILE = os.environ.get("ARENA_COMPILE", "")
OPTIMISE = os.environ.get("ARENA_OPTIMISE") == "1"
LEARN = ["-fprofile-generate"]
# What the games did not reach is compiled as ever, not for size.
LEARNT = ["-fprofile-use", "-fprofile-partial-training", "-Wno-missing-profile", "-flto=auto"]
# Where C code of mypyc says what a function, a class or a property is.
C_FUNCTION = re.compile(
    r'(?P<before>\(PyCFunction\)CPyPy_(?P<name>\w+),\s*METH_[A-Z_ |]+, PyDoc_STR\("(?:[^"\\]|\\.)*")(?P<attribute>)(?P<after>\))'
)
C_CLASS = re.compile(
    r'(?P<before>static PyTypeObject CPyType_(?P<name>\w+)_template_ = \{[^}]*?\.tp_doc = PyDoc_STR\("(?:[^"\\]|\\.)*")(?P<attribute>)(?P<after>\))'
)
C_PROPERTY = re.compile(
    r"(?P<before>\(getter\)(?P<name>\w+?)_get_(?P<attribute>\w+),\s*(?:\(setter\)\w+|NULL),\s*)NULL(?P<after>, NULL\})"
)
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
        for path in {path for extension in written for path in extension.sources if "__native_" in path}:
            document(Path(path), sources)
        if sysconfig.get_config_var("GNULD") == "yes":
            for extension in written:
                # Without the first two no function is inlined into another, since each could be replaced by the dynamic
                # linker, and every table of ours is looked up by way of the linker's own. Some processors multiply and
                # add in one step, with another rounding than interpreted.
                flags = ["-fno-semantic-interposition", "-fvisibility=hidden", "-ffp-contract=off"]
                extension.extra_compile_args = extension.extra_compile_args + flags
    except (Exception, SystemExit) as failure:  # mypyc leaves with SystemExit on a type error
        interpret("mypyc failed, as it says above", failure)
        return []
    return written


def document(code: Path, sources: list[str]) -> None:
    """Write docstrings into C code of mypyc, which has none: only signatures."""
    docs = {name: doc for source in sources for name, doc in _docstrings(Path(source))}

    def with_doc(found: re.Match[str]) -> str:
        doc = docs.get(found["name"] + (f"___{found['attribute']}" if found["attribute"] else ""))
        if doc is None:
            return found[0]
        text = "".join(
            chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:03o}" for byte in doc.encode()
        )
        return f'{found["before"]}"{text}"{found["after"]}'

    # Where mypyc cannot write a signature, because of a default value, there is not even an empty text.
    text = code.read_text(encoding="utf-8").replace("PyDoc_STR(NULL)", 'PyDoc_STR("")')
    for pattern in (C_FUNCTION, C_CLASS, C_PROPERTY):
        text = pattern.sub(with_doc, text)
    code.write_text(text, encoding="utf-8")


def _docstrings(source: Path) -> Iterator[tuple[str, str]]:
    """The docstrings of a module under all names that C code may have for what they belong to."""
    module = [*source.parent.parts, *([] if source.stem == "__init__" else [source.stem])]

    def below(tree: ast.AST, outer: list[str]) -> Iterator[tuple[str, str]]:
        for node in ast.iter_child_nodes(tree):
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                if doc := ast.get_docstring(node):
                    for first in range(len(module)):
                        yield "___".join([*module[first:], *outer, node.name]), doc
                yield from below(node, [*outer, node.name])

    return below(ast.parse(source.read_text(encoding="utf-8")), [])


class AllOrNothing(build_ext):
    """Compiles every extension or keeps none, so that a half-compiled package is never installed."""

    def run(self) -> None:
        try:
            if OPTIMISE and self.extensions:
                self._optimise()
            super().run()
        except Exception as failure:
            interpret(f"the C compiler failed, as it says above ({failure})", failure)
            for output in self.get_outputs():
                Path(output).unlink(missing_ok=True)
            self.extensions = []

    def _optimise(self) -> None:
        """Compile to learn, play games, and have the next compilation use what was learnt."""
        if not _is_gcc():
            print("ARENA_OPTIMISE needs GCC: arena is compiled without a profile")
            return
        target, compiler = self.build_lib, self.compiler
        self.build_lib = str(Path(self.build_temp, "learning").absolute())
        self._add(LEARN)
        super().run()
        shutil.copytree("arena", Path(self.build_lib, "arena"), dirs_exist_ok=True)
        env = {**os.environ, "PYTHONPATH": self.build_lib, "PYTHONSAFEPATH": "1"}
        subprocess.run([sys.executable, "scripts/training_games.py"], env=env, check=True)
        # What a first run has made of its settings is no setting for a second one.
        self.build_lib, self.compiler, self.force = target, compiler, True
        self._add(LEARNT, instead_of=LEARN)

    def _add(self, flags: list[str], instead_of: list[str] | None = None) -> None:
        for extension in self.extensions:
            for name in ("extra_compile_args", "extra_link_args"):
                kept = [one for one in getattr(extension, name) if one not in (*(instead_of or []), *flags)]
                setattr(extension, name, kept + flags)  # a new list: mypyc gives all extensions the same one


class Reproducible(sdist):
    """Writes the same source distribution, byte by byte, wherever and whenever it is made of the same files."""

    def make_archive(  # type: ignore[override]  # the library's own has overloads for what it is never given
        self,
        base_name: str,
        format: str,
        root_dir: Any = None,  # noqa: ARG002 - as the library calls it
        base_dir: Any = None,
        owner: Any = None,  # noqa: ARG002
        group: Any = None,  # noqa: ARG002
    ) -> str:
        if format != "gztar":
            raise SystemExit("a source distribution is a .tar.gz")
        moment = int(os.environ.get("SOURCE_DATE_EPOCH", OLDEST_IN_A_ZIP))
        archive = Path(f"{base_name}.tar.gz")
        archive.parent.mkdir(parents=True, exist_ok=True)

        def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
            entry.mtime, entry.uid, entry.gid, entry.uname, entry.gname = moment, 0, 0, "", ""
            entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
            return entry

        # Not tarfile's own gzip, which writes the time and the name of the file.
        with (
            archive.open("wb") as file,
            gzip.GzipFile("", "wb", mtime=moment, fileobj=file) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
        ):
            tar.add(base_dir, filter=plain)  # in the order of the names
        return str(archive)


class WithBundled(build_py):
    """Puts house bots, starter ladders and the documents that events show into the package (arena/bundled.py)."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        bundle = Path(self.build_lib, "arena", "bundle")
        shutil.rmtree(bundle, ignore_errors=True)
        for path in BUNDLED:
            (bundle / path).parent.mkdir(parents=True, exist_ok=True)
            if Path(path).is_dir():
                shutil.copytree(path, bundle / path, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copyfile(path, bundle / path)


def _is_gcc() -> bool:
    compiler = str(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    told = subprocess.run([*compiler, "--version"], capture_output=True, text=True, check=False).stdout
    return "Free Software Foundation" in told


def interpret(reason: str, failure: BaseException | None = None) -> None:
    """Say why nothing is compiled, or fail if it was required."""
    if COMPILE == "require":
        raise SystemExit(f"arena cannot be compiled: {reason}") from failure
    print(f"arena is not compiled and will run interpreted, which is slower: {reason}")


setup(
    ext_modules=extensions(),
    cmdclass={"build_ext": AllOrNothing, "build_py": WithBundled, "sdist": Reproducible},
)
