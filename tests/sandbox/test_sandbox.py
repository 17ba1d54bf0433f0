"""Does a bot start, run, freeze and end as the referee is told, in every tier, and is nothing left of it?"""

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from arena.sandbox import (
    Launch,
    LimitError,
    Limits,
    Mount,
    Sandbox,
    SandboxError,
    SandboxRefused,
    Tier,
    procfs,
)
from arena.sandbox.interpreter import interpreter_for, python_command
from arena.sandbox.jail import privilege_arguments
from arena.sandbox.run_directory import default_root
from tests.sandbox.probing import SMALL, Prober, answers, finish, wait_for

AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="needs root")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty bot's folder that every user can reach."""
    made = tmp_path / "bot"
    made.mkdir()
    return made


@pytest.fixture(params=["jailed", "tier_2_as_root", "bare"])
def prober(request: pytest.FixtureRequest) -> Prober:
    """Each tier in turn."""
    found: Prober = request.getfixturevalue(request.param)
    return found


def test_a_command_runs_and_its_streams_are_kept(prober: Prober, folder: Path) -> None:
    with prober.seat() as seat:
        script = "echo to stdout; echo to stderr >&2; pwd; exit 7"
        process = prober.sandbox.launch(seat, Launch(("sh", "-c", script), folder, limits=SMALL))
        evidence = process.wait_gone(30)
        assert evidence is not None
        assert (evidence.exit_status, evidence.killed_by_us) == (7, False)
        assert process.stdout.log().text().startswith("to stdout\n")
        assert process.stderr.log().text() == "to stderr\n"
        assert process.exited()
        assert process.kill() == evidence


def test_working_directory_environment_and_stdin(prober: Prober, folder: Path) -> None:
    (folder / "data").write_text("content\n")
    folder.chmod(0o755)
    (folder / "data").chmod(0o644)
    launch = Launch(
        ("sh", "-c", 'cat data; echo "$COLOUR"; cat; touch "$HOME/x" && echo home'),
        folder,
        env={"COLOUR": "red palace"},
        limits=SMALL,
        working_directory="/bot",
    )
    with prober.seat() as seat:
        process = prober.sandbox.launch(seat, launch)
        assert process.wait_gone(30)
        assert process.stdout.log().text() == "content\nred palace\nhome\n"


def test_freeze_thaw_and_kill(prober: Prober) -> None:
    with prober.seat() as seat:
        process = prober.start(seat, "resources", "burn-in-children=3,30")
        assert wait_for(lambda: process.cpu_ns() > 200_000_000, 30)
        assert process.freeze()
        before = process.cpu_ns()
        time.sleep(0.15)
        assert process.cpu_ns() == before
        process.thaw()
        assert wait_for(lambda: process.cpu_ns() > before, 30)
        assert process.freeze()
        members = procfs.descendants(process.pid)
        assert process.kill().killed_by_us
        assert [pid for pid in members if procfs.stat(pid) is not None] == []
        assert process.freeze()
        process.thaw()
        assert process.cpu_ns() >= before


def test_a_command_that_does_not_exist_is_the_bots_fault(prober: Prober, folder: Path) -> None:
    with prober.seat() as seat:
        process = prober.sandbox.launch(seat, Launch(("no-such-program",), folder, limits=SMALL))
        evidence = process.wait_gone(30)
        assert evidence is not None
        assert evidence.exit_status == 127
        assert "no-such-program" in process.stderr.log().text()


def test_a_jail_that_cannot_be_set_up_is_our_fault(jailed: Prober, folder: Path) -> None:
    """No mount can be made on a symbolic link; the bot's command never runs."""
    launch = Launch(("true",), folder, mounts=(Mount(folder, "/bin/x/y"),), limits=SMALL)
    with jailed.seat() as seat, pytest.raises(SandboxError, match="the jail could not be set up: bwrap: "):
        jailed.sandbox.launch(seat, launch)


def test_a_bot_cannot_feign_a_failure_of_the_jail(jailed: Prober, folder: Path) -> None:
    script = "echo 'bwrap: cannot make namespaces' >&2; exit 1"
    with jailed.seat() as seat:
        process = jailed.sandbox.launch(seat, Launch(("sh", "-c", script), folder, limits=SMALL))
        assert process.wait_gone(30)


def test_a_mount_that_does_not_exist_is_our_fault(jailed: Prober, folder: Path) -> None:
    launch = Launch(("true",), folder, mounts=(Mount(folder / "nothing", "/opt/x"),), limits=SMALL)
    with jailed.seat() as seat, pytest.raises(SandboxError, match="nothing does not exist"):
        jailed.sandbox.launch(seat, launch)


def test_more_cores_than_there_are(jailed: Prober, folder: Path) -> None:
    launch = Launch(("true",), folder, limits=Limits(cores=1024))
    with jailed.seat() as seat, pytest.raises(LimitError, match="cores: asks for 1024 of"):
        jailed.sandbox.launch(seat, launch)


def test_what_lies_below_a_private_home_is_shown(jailed: Prober, tmp_path: Path) -> None:
    """Pitfall 10, for a folder and a file. The control: the seat's user cannot read them where they lie."""
    home = tmp_path / "home"
    bot, tool = home / "bot", home / "tool.txt"
    bot.mkdir(parents=True)
    (bot / "main.txt").write_text("main\n")
    tool.write_text("tool\n")
    home.chmod(0o700)
    launch = Launch(
        ("cat", "/bot/main.txt", "/opt/tool"), bot, mounts=(Mount(tool, "/opt/tool"),), limits=SMALL
    )
    with jailed.seat() as seat:
        process = jailed.sandbox.launch(seat, launch)
        assert process.wait_gone(30)
        assert process.stdout.log().text() == "main\ntool\n", process.stderr.log().text()
        if os.geteuid() == 0:
            control = subprocess.run(
                [*privilege_arguments(seat.uid), "cat", str(tool)],
                capture_output=True,
                text=True,
                check=False,
            )
            assert "Permission denied" in control.stderr
    assert not any("mount-0" in line for line in Path("/proc/self/mountinfo").read_text().splitlines())


def test_a_folder_that_only_we_can_read_is_refused(jailed: Prober, folder: Path) -> None:
    (folder / "secret").write_text("x")
    (folder / "secret").chmod(0o600)
    with (
        jailed.seat() as seat,
        pytest.raises(SandboxRefused, match=r"secret is not readable .*: chmod -R a\+rX"),
    ):
        jailed.sandbox.launch(seat, Launch(("true",), folder))


def test_k7_a_bot_started_from_a_thread_outlives_it(jailed: Prober) -> None:
    """The control starts bwrap from a thread directly: with the thread, it dies."""
    started = []
    with jailed.seat() as seat:
        thread = threading.Thread(target=lambda: started.append(jailed.start(seat, "resources", "wait=1")))
        thread.start()
        thread.join()
        assert finish(started[0])["wait=1"] == "ok waited"
    direct: list[subprocess.Popen[bytes]] = []
    command = ["bwrap", "--die-with-parent", "--ro-bind", "/", "/", "sleep", "60"]

    def start_and_end() -> None:
        direct.append(subprocess.Popen(command))
        time.sleep(0.3)

    thread = threading.Thread(target=start_and_end)
    thread.start()
    thread.join()
    assert direct[0].wait(5) != 0


def test_many_threads_may_launch_at_once(jailed: Prober) -> None:
    done: list[str] = []

    def play() -> None:
        done.append(jailed.run("resources", "wait=0")["wait=0"])

    threads = [threading.Thread(target=play) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert done == ["ok waited"] * 6


def test_k5_nothing_is_left(offered: Tier, folder: Path) -> None:
    """Processes, control groups, descriptors, directories and mounts are the same after twenty bots as before."""
    if offered.number != 1:
        pytest.skip("needs tier 1")

    def seen() -> tuple[int, list[Path], int, str]:
        groups = [path for path in Path("/sys/fs/cgroup").rglob("arena-*") if str(os.getpid()) in path.name]
        runs = [path for path in (default_root() / "runs").glob("*") if str(os.getpid()) in path.name]
        descriptors = len(list(Path("/proc/self/fd").iterdir()))
        return descriptors, groups, len(runs), Path("/proc/self/mountinfo").read_text()

    before = seen()
    with Sandbox(offered) as sandbox:
        for number in range(20):
            seat = sandbox.take_seat()
            process = sandbox.launch(
                seat, Launch(("sh", "-c", "sleep 60 & sleep 60 & wait"), folder, limits=SMALL)
            )
            if number % 2:
                process.freeze()
            sandbox.give_back(seat)
        assert procfs.descendants(os.getpid()).count(sandbox.spawner_pid) == 1
        assert procfs.children(sandbox.spawner_pid) == []
    assert wait_for(lambda: seen() == before, 30)  # the last group is the user's systemd's to remove


def test_a_forked_process_may_not_use_the_sandbox(bare: Prober) -> None:
    pid = os.fork()
    if pid == 0:
        try:
            bare.sandbox.take_seat()
        except SandboxError:
            os._exit(0)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


def test_without_namespaces_a_sandbox_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    reasons = ("bwrap is not installed: apt-get install bubblewrap",)
    monkeypatch.setattr("arena.sandbox.tier.detect", lambda: Tier(3, None, reasons))
    with pytest.raises(SandboxRefused) as caught:
        Sandbox.open()
    assert str(caught.value).startswith(
        "bwrap is not installed: apt-get install bubblewrap; or pass --no-sandbox"
    )
    with Sandbox.open(no_sandbox=True) as sandbox:
        assert str(sandbox.tier) == "tier 3 (no sandbox)"


def test_the_spawner_being_killed_ends_the_bots(offered: Tier, folder: Path) -> None:
    if offered.number == 3:
        pytest.skip("needs namespaces")
    sandbox = Sandbox(offered)
    seat = sandbox.take_seat()
    process = sandbox.launch(seat, Launch(("sleep", "60"), folder, limits=SMALL))
    os.kill(sandbox.spawner_pid, 9)
    assert wait_for(process.exited, 30)
    with pytest.raises(SandboxError, match="the process that starts the bots is gone"):
        sandbox.launch(seat, Launch(("true",), folder, limits=SMALL))
    sandbox.close()


def test_output_so_far_can_be_read_while_the_bot_runs(jailed: Prober) -> None:
    with jailed.seat() as seat:
        process = jailed.start(seat, "resources", "wait=0", "wait=60")
        assert wait_for(lambda: answers(process).get("wait=0") == "ok waited", 30)


def test_python_of_the_tests_runs_in_the_jail_with_its_packages(jailed: Prober, folder: Path) -> None:
    python = interpreter_for(jailed.sandbox.tier)
    script = "import sys, arena.sandbox, pytest; print(sys.version_info[:3])"
    with jailed.seat() as seat:
        launch = Launch(
            python_command("-c", script), folder, mounts=python.mounts, env=python.env, limits=SMALL
        )
        process = jailed.sandbox.launch(seat, launch)
        assert process.wait_gone(30)
        assert process.stdout.log().text().strip() == str(sys.version_info[:3]), process.stderr.log().text()
