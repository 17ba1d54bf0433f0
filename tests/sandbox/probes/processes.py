"""What can a bot do to processes, its own and others'?"""

import ctypes
import mmap
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from tests.sandbox.probes import probe

_CLONE_NEWNS = 0x00020000
_CLONE_NEWUSER = 0x10000000
_SIGCHLD = 17


def fork_many(most: str) -> int:
    """Fork children that wait; how many there were when it failed or was enough."""
    pids: list[int] = []
    try:
        for _ in range(int(most)):
            pid = os.fork()
            if pid == 0:
                time.sleep(60)
                os._exit(0)
            pids.append(pid)
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
    return len(pids)


def start_threads(most: str) -> str:
    stop = threading.Event()
    threading.stack_size(65536)
    started = 0
    try:
        for _ in range(int(most)):
            threading.Thread(target=stop.wait, daemon=True).start()
            started += 1
    except RuntimeError:
        return f"stopped after {started}"
    finally:
        stop.set()
    return f"all {started}"


def leave_daemon(_: str) -> str:
    """Fork twice into a session of its own and stay."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(60)
        os._exit(0)
    os.wait()
    return "left"


def kill_everyone(_: str) -> str:
    os.kill(-1, signal.SIGKILL)
    return "killed"


def kill_init(_: str) -> str:
    os.kill(1, signal.SIGKILL)
    time.sleep(0.1)
    return "alive"


def kill_process(pid: str) -> str:
    os.kill(int(pid), signal.SIGKILL)
    return "killed"


def visible_processes(_: str) -> int:
    """How many of the first process numbers belong to somebody else."""
    return sum(_exists(pid) for pid in range(1, 4096) if pid != os.getpid())


def _exists(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def trace_child(_: str) -> str:
    pid = os.fork()
    if pid == 0:
        time.sleep(60)
        os._exit(0)
    try:
        probe.syscall("ptrace", 0x4206, pid, 0, 0)  # PTRACE_SEIZE
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    return "traced"


class _Vector(ctypes.Structure):
    _fields_ = (("base", ctypes.c_void_p), ("length", ctypes.c_size_t))


def read_memory_of_init(_: str) -> int:
    maps = Path("/proc/1/maps")
    start = int(maps.read_text().split("-", 1)[0], 16) if maps.exists() else 0
    buffer = ctypes.create_string_buffer(16)
    here, there = _Vector(ctypes.addressof(buffer), 16), _Vector(start, 16)
    return probe.syscall("process_vm_readv", 1, ctypes.byref(here), 1, ctypes.byref(there), 1, 0)


def take_descriptor_of_init(_: str) -> str:
    try:
        init = os.pidfd_open(1)
    except OSError:
        init = 0  # the call itself is what is tried
    os.close(probe.syscall("pidfd_getfd", init, 1, 0))
    return "taken"


def compare_with_init(_: str) -> str:
    probe.syscall("kcmp", os.getpid(), 1, 0, 1, 1)
    return "compared"


def forge_exit_status(_: str) -> str:
    """Make init end with status 0, then end with status 3."""
    _rewrite_init(bytes.fromhex("31ff b8e7000000 0f05"))
    sys.exit(3)


def hang_init(_: str) -> str:
    """Make init loop for ever and end: the sandbox cannot end by itself any more."""
    _rewrite_init(bytes.fromhex("ebfe"))
    sys.exit(0)


def _rewrite_init(code: bytes) -> None:
    """Wherever init goes on in its program (x86_64), it slides into this code at the end of it."""
    with Path("/proc/1/mem").open("r+b", buffering=0) as memory:
        for line in Path("/proc/1/maps").read_text().splitlines():
            if " r-xp " in line and line.endswith("bwrap"):
                start, end = (int(word, 16) for word in line.split()[0].split("-"))
                memory.seek(start)
                memory.write(b"\x90" * (end - start - len(code)) + code)


def descriptors(_: str) -> str:
    return " ".join(str(fd) for fd in range(256) if _is_open(fd))


def _is_open(fd: int) -> bool:
    try:
        os.fstat(fd)
    except OSError:
        return False
    return True


def environment_of_init(_: str) -> str:
    return Path("/proc/1/environ").read_text().replace("\0", " ").strip()


def command_of_init(_: str) -> str:
    return Path("/proc/1/cmdline").read_text().replace("\0", " ").strip()


def unshare_user(_: str) -> str:
    return _in_child(lambda: probe.syscall("unshare", _CLONE_NEWUSER))


def clone_user(_: str) -> str:
    pid = probe.syscall("clone", _CLONE_NEWUSER | _SIGCHLD, 0, 0, 0, 0)
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return "cloned"


def clone3(_: str) -> str:
    arguments = (ctypes.c_uint64 * 8)(_CLONE_NEWUSER, 0, 0, 0, _SIGCHLD, 0, 0, 0)
    pid = probe.syscall("clone3", ctypes.byref(arguments), ctypes.sizeof(arguments))
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)
    return "cloned"


def mount_tmpfs(_: str) -> str:
    """In a mount namespace of its own where that can be had, so that the host never sees it."""
    return _in_child(
        lambda: (
            probe.syscall("unshare", _CLONE_NEWNS),
            probe.syscall("mount", b"none", b"/mnt", b"tmpfs", 0, 0),
        )
    )


def mount_calls(name: str) -> str:
    calls: dict[str, tuple[object, ...]] = {
        "mount": (b"none", b"/scratch", b"tmpfs", 0, 0),
        "fsopen": (b"tmpfs", 0),
        "open_tree": (-100, b"/", 1),
        "pivot_root": (b"/", b"/"),
        "chroot": (b"/",),
        "setns": (_own_network(), 0),
    }
    return _in_child(lambda: probe.syscall(name, *calls[name]))


def _own_network() -> int:
    path = "/proc/self/ns/net"
    return os.open(path if Path(path).exists() else "/", os.O_RDONLY)


def other_calls(name: str) -> str:
    zeros = ctypes.create_string_buffer(256)
    calls: dict[str, tuple[object, ...]] = {
        "io_uring_setup": (4, ctypes.byref(zeros)),
        "bpf": (0, ctypes.byref(zeros), 128),
        "perf_event_open": (ctypes.byref(zeros), 0, -1, -1, 0),
        "userfaultfd": (1,),
        "keyctl": (0, -4, 1),
        "add_key": (b"user", b"arena-probe", b"x", 1, -2),
        "memfd_secret": (0,),
        "io_setup": (1, ctypes.byref(zeros)),
        "personality": (0xFFFFFFFF,),
        "modify_ldt": (0, ctypes.byref(zeros), 128),
        "cachestat": (0, ctypes.byref(zeros), ctypes.byref(zeros), 0),
        "clock_adjtime": (0, ctypes.byref(zeros)),
    }
    return _in_child(lambda: probe.syscall(name, *calls[name]))


def unknown_call(_: str) -> int:
    return probe.numbered(500)


def call_as_32_bit(_: str) -> int:
    """getpid by int 0x80."""
    return _run_code(bytes.fromhex("b814000000 cd80 c3"))


def call_as_x32(_: str) -> int:
    return probe.numbered(0x40000000 + 39)


def _run_code(code: bytes) -> int:
    area = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    area.write(code)
    function = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(area)))
    return int(function())


def raise_limit(name: str) -> str:
    limit = getattr(resource, name)
    _, hard = resource.getrlimit(limit)
    return _in_child(lambda: resource.setrlimit(limit, (hard + 1, hard + 1)))


def lower_core_limit(_: str) -> str:
    """To 0, for which the kernel would start a handler of core dumps outside the sandbox."""
    return _in_child(lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)))


def limits(name: str) -> str:
    lines = Path("/proc/self/limits").read_text().splitlines()
    return " ".join(next(line for line in lines if line.startswith(name)).removeprefix(name).split()[:2])


def be_nicer_to_itself(_: str) -> str:
    return _in_child(lambda: os.setpriority(os.PRIO_PROCESS, 0, -20))


def real_time(_: str) -> str:
    return _in_child(lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)))


def spare_from_oom(_: str) -> str:
    return _in_child(lambda: Path("/proc/self/oom_score_adj").write_text("-1000"))


def _in_child(action: object) -> str:
    """Try in a child, so that where it works this process goes on unchanged."""
    assert callable(action)
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            action()
            os.write(write, b"0")
        except (OSError, ValueError) as error:
            os.write(write, str(getattr(error, "errno", None) or 1).encode())
        os._exit(0)
    os.close(write)
    os.waitpid(pid, 0)
    code = int(os.read(read, 16))
    os.close(read)
    if code:
        raise OSError(code, os.strerror(code))
    return "done"


def command(text: str) -> str:
    return subprocess.run(text.split(), capture_output=True, text=True, check=False).stdout.strip()


probe.run(
    {
        "fork": fork_many,
        "threads": start_threads,
        "daemon": leave_daemon,
        "kill-everyone": kill_everyone,
        "kill-init": kill_init,
        "kill": kill_process,
        "visible": visible_processes,
        "trace": trace_child,
        "read-init": read_memory_of_init,
        "take-from-init": take_descriptor_of_init,
        "compare-init": compare_with_init,
        "forge-exit": forge_exit_status,
        "hang-init": hang_init,
        "descriptors": descriptors,
        "init-environment": environment_of_init,
        "init-command": command_of_init,
        "unshare-user": unshare_user,
        "clone-user": clone_user,
        "clone3": clone3,
        "mount-tmpfs": mount_tmpfs,
        "mount-call": mount_calls,
        "call": other_calls,
        "unknown-call": unknown_call,
        "int80": call_as_32_bit,
        "x32": call_as_x32,
        "raise-limit": raise_limit,
        "lower-core-limit": lower_core_limit,
        "limits": limits,
        "nice": be_nicer_to_itself,
        "real-time": real_time,
        "oom-score": spare_from_oom,
        "command": command,
    }
)
