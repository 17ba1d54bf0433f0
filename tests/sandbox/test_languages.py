"""Do honest bots in every language pass the filter? (K3 of docs/sandbox.md) What is not installed is skipped."""

import shlex
import shutil
import textwrap
from pathlib import Path

import pytest

from arena.sandbox import Launch, Limits
from arena.sandbox.build import BUILD_LIMITS, Build, run_build
from arena.sandbox.interpreter import interpreter_for, python_command
from arena.sandbox.jail import SOCKET_IN_JAIL
from arena.sandbox.toolchain import Surroundings, ToolchainMissing, build_surroundings, run_surroundings
from tests.sandbox.probing import Prober

LIMITS = Limits(memory_mb=1024)
# Found wherever they are, as for a bot; the others are the system's.
TOOLCHAINS = ("node", "java", "go", "rust")

# Every program starts a thread or what the language has instead, uses a little memory, and says ok.
PROGRAMS: dict[str, tuple[str, str, tuple[tuple[str, ...], ...], tuple[str, ...]]] = {
    "cc": (
        "bot.c",
        """
        #include <pthread.h>
        #include <stdio.h>
        static void *work(void *x) { return x; }
        int main(void) { pthread_t t; int x; pthread_create(&t, 0, work, &x); pthread_join(t, 0); puts("ok"); }
        """,
        (("cc", "-pthread", "-o", "bot", "bot.c"),),
        ("./bot",),
    ),
    "c++": (
        "bot.cc",
        """
        #include <future>
        #include <iostream>
        int main() { std::cout << std::async(std::launch::async, [] { return "ok"; }).get() << std::endl; }
        """,
        (("c++", "-pthread", "-o", "bot", "bot.cc"),),
        ("./bot",),
    ),
    "perl": (
        "bot.pl",
        'my $pid = fork; if (!$pid) { exit 0 } waitpid $pid, 0; print "ok\\n";',
        (),
        ("perl", "bot.pl"),
    ),
    "node": (
        "bot.js",
        """
        const { Worker } = require("worker_threads");
        new Worker('require("worker_threads").parentPort.postMessage("ok")', { eval: true })
          .on("message", text => console.log(text));
        """,
        (),
        ("node", "bot.js"),
    ),
    "java": (
        "Bot.java",
        """
        public class Bot {
          public static void main(String[] a) throws Exception {
            Thread t = new Thread(() -> System.out.println("ok")); t.start(); t.join();
          }
        }
        """,
        (("javac", "Bot.java"),),
        ("java", "-cp", "/bot", "Bot"),
    ),
    "go": (
        "bot.go",
        """
        package main
        import "syscall"
        func main() { c := make(chan string); go func() { c <- "ok\\n" }(); syscall.Write(1, []byte(<-c)) }
        """,
        # There is no cache: what it needs of Go's own library is compiled too, so that is little, and compiled quickly.
        (
            (
                "env",
                "GOCACHE=/scratch",
                "GO111MODULE=off",
                "go",
                "build",
                "-gcflags=all=-N -l",
                "-o",
                "bot",
                "bot.go",
            ),
        ),
        ("./bot",),
    ),
    "rust": (
        "bot.rs",
        'fn main() { println!("{}", std::thread::spawn(|| "ok").join().unwrap()); }',
        (("rustc", "-o", "bot", "bot.rs"),),
        ("./bot",),
    ),
}


@pytest.mark.parametrize("language", PROGRAMS)
def test_k3_threads_and_memory(jailed: Prober, tmp_path: Path, language: str) -> None:
    folder, around = built(jailed, tmp_path, language)
    assert said(jailed, folder, PROGRAMS[language][3], around) == "ok\n"


@pytest.mark.parametrize("language", ["java", "node"])
def test_k3_started_by_a_script(jailed: Prober, tmp_path: Path, language: str) -> None:
    """There is no /proc/self/exe by which a program that a script starts could find its own files."""
    folder, around = built(jailed, tmp_path, language)
    (folder / "start").write_text(f"#!/bin/sh\nexec {shlex.join(PROGRAMS[language][3])}\n")
    (folder / "start").chmod(0o755)
    assert said(jailed, folder, ("./start",), around) == "ok\n"


def test_k3_memory_that_node_says_it_uses(jailed: Prober, tmp_path: Path) -> None:
    folder, around = built(jailed, tmp_path, "node")
    run = ("node", "-p", "const m = process.memoryUsage(); [m.heapUsed > 0, require('os').cpus().length]")
    assert said(jailed, folder, run, around) == "[ true, 1 ]\n"


def built(prober: Prober, tmp_path: Path, language: str) -> tuple[Path, Surroundings]:
    """The folder with the program of a language, and what it needs around it to run."""
    toolchains = (language,) if language in TOOLCHAINS else ()
    if not toolchains and shutil.which(language, path="/usr/bin") is None:
        pytest.skip(f"{language} is not installed")
    try:
        to_build, to_run = (
            around(prober.sandbox.tier, toolchains) for around in (build_surroundings, run_surroundings)
        )
    except ToolchainMissing as missing:
        pytest.skip(str(missing))
    name, text, commands, _ = PROGRAMS[language]
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / name).write_text(textwrap.dedent(text))
    if not commands:
        return folder, to_run
    order = Build(folder, commands, to_build.mounts, to_build.env, BUILD_LIMITS)
    result = run_build(prober.sandbox, order, tmp_path / "built")
    assert result.problem is None, result.log
    return tmp_path / "built", to_run


def said(prober: Prober, folder: Path, run: tuple[str, ...], around: Surroundings) -> str:
    with prober.seat() as seat:
        launch = Launch(run, folder, around.mounts, around.env, LIMITS, working_directory="/bot")
        process = prober.sandbox.launch(seat, launch)
        evidence = process.wait_gone(30)
        errors = process.stderr.log().text()
        assert evidence is not None, errors
        assert evidence.exit_status == 0, (evidence, errors)
        return process.stdout.log().text()


CLIENT = """
import grpc, multiprocessing, numpy, os, subprocess, sys, threading
with grpc.insecure_channel("unix:" + sys.argv[1]) as channel:
    print(channel.unary_unary("/arena.Test/Echo")(b"hello", timeout=20).decode())
with multiprocessing.Pool(2) as pool:
    print(sum(pool.map(abs, range(10))))
print(int(numpy.ones((64, 64)).dot(numpy.ones((64, 64))).sum()))
print(subprocess.run(["echo", "child"], capture_output=True, text=True).stdout.strip())
"""


@pytest.mark.parametrize("tier", ["jailed", "tier_2_as_root"])
def test_k3_python_with_grpc_numpy_and_multiprocessing(
    request: pytest.FixtureRequest, tmp_path: Path, tier: str
) -> None:
    """A bot as most authors will write it, talking gRPC over the seat's socket."""
    prober: Prober = request.getfixturevalue(tier)
    grpc = pytest.importorskip("grpc")
    pytest.importorskip("numpy")
    futures = pytest.importorskip("concurrent.futures")
    handler = grpc.unary_unary_rpc_method_handler(lambda message, _: message)
    server = grpc.server(futures.ThreadPoolExecutor(2))
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("arena.Test", {"Echo": handler}),))
    python = interpreter_for(prober.sandbox.tier)
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot/main.py").write_text(CLIENT)
    with prober.seat() as seat:
        server.add_insecure_port(f"unix:{seat.socket_path}")
        server.start()
        seat.hand_over_socket()
        launch = Launch(
            python_command("main.py", SOCKET_IN_JAIL),
            tmp_path / "bot",
            mounts=python.mounts,
            env=python.env,
            limits=LIMITS,
            with_socket=True,
            working_directory="/bot",
        )
        process = prober.sandbox.launch(seat, launch)
        process.wait_gone(60)
        server.stop(None).wait()
    assert process.stdout.log().text() == "hello\n45\n262144\nchild\n", process.stderr.log().text()
