"""What can a bot read, write and fill?"""

import ctypes
import fcntl
import mmap
import os
import socket
import stat
import subprocess
from pathlib import Path

from tests.sandbox.probes import probe

_CHUNK = b"x" * (1 << 20)


def read(path: str) -> str:
    return Path(path).read_bytes()[:80].decode(errors="replace")


def list_folder(path: str) -> int:
    return len(list(Path(path).iterdir()))


def make_file(path: str) -> str:
    file = Path(path) / ".arena-probe"
    file.write_text("x")
    file.unlink()
    return "written"


def open_for_writing(path: str) -> str:
    """Opens and closes: even where it works, nothing on the host is changed."""
    os.close(os.open(path, os.O_WRONLY))
    return "opened"


def open_for_reading(path: str) -> str:
    os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
    return "opened"


def fill(argument: str) -> int:
    """FOLDER,MIB: write that much in files of 4 MiB; how much fitted."""
    folder, most = argument.split(",")
    written = 0
    for number in range(int(most) // 4):
        with Path(folder, f"fill-{number}").open("wb", buffering=0) as file:
            for _ in range(4):
                written += file.write(_CHUNK) // len(_CHUNK)
    return written


def one_large_file(argument: str) -> int:
    folder, most = argument.split(",")
    with Path(folder, "large").open("wb", buffering=0) as file:
        for _ in range(int(most)):
            file.write(_CHUNK)
    return int(most)


def empty_files(argument: str) -> int:
    folder, most = argument.split(",")
    for number in range(int(most)):
        os.close(os.open(f"{folder}/{number}", os.O_CREAT | os.O_WRONLY))
    return int(most)


def memory_file(most: str) -> int:
    """Memory that is neither in a tmpfs nor in an address space."""
    fd = os.memfd_create("hoard")
    return sum(os.write(fd, _CHUNK) for _ in range(int(most))) >> 20


def shared_mapping(most: str) -> int:
    area = mmap.mmap(-1, int(most) << 20)
    for offset in range(0, int(most) << 20, 4096):
        area[offset] = 1
    return int(most)


def pipe_buffers(most: str) -> int:
    filled = 0
    for _ in range(int(most)):
        _, into = os.pipe()
        fcntl.fcntl(into, fcntl.F_SETPIPE_SZ, 1 << 20)
        os.set_blocking(into, False)
        filled += os.write(into, _CHUNK)
    return filled >> 20


def socket_buffers(most: str) -> int:
    queued = 0
    for _ in range(int(most)):
        one, two = socket.socketpair()
        one.setblocking(False)
        queued += one.send(_CHUNK)
        one.detach()
        two.detach()
    return queued >> 20


def make_device(folder: str) -> str:
    path = Path(folder) / "null-device"
    os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 3))
    path.unlink()
    return "made"


def setuid_program(path: str) -> str:
    return subprocess.run([path, "-u"], capture_output=True, text=True, check=False).stdout.strip()


class _Handle(ctypes.Structure):
    _fields_ = (("size", ctypes.c_uint), ("kind", ctypes.c_int), ("bytes", ctypes.c_char * 128))


def open_by_handle(path: str) -> str:
    """Ask for a file's handle and open it by that, past every directory."""
    handle, mount = _Handle(size=128), ctypes.c_int()
    probe.syscall("name_to_handle_at", -100, path.encode(), ctypes.byref(handle), ctypes.byref(mount), 0)
    folder = os.open(Path(path).parent, os.O_RDONLY)
    os.close(probe.syscall("open_by_handle_at", folder, ctypes.byref(handle), os.O_RDONLY))
    return "opened"


def leave(argument: str) -> str:
    Path(argument).write_text("remember me")
    return "left"


def leave_key(_: str) -> int:
    return probe.syscall("add_key", b"user", b"arena-probe", b"x", 1, -4)


def find_key(_: str) -> int:
    return probe.syscall("request_key", b"user", b"arena-probe", None, -4)


probe.run(
    {
        "read": read,
        "list": list_folder,
        "make-file": make_file,
        "open-for-writing": open_for_writing,
        "open-for-reading": open_for_reading,
        "fill": fill,
        "one-large-file": one_large_file,
        "empty-files": empty_files,
        "memory-file": memory_file,
        "shared-mapping": shared_mapping,
        "pipe-buffers": pipe_buffers,
        "socket-buffers": socket_buffers,
        "make-device": make_device,
        "setuid-program": setuid_program,
        "open-by-handle": open_by_handle,
        "leave": leave,
        "leave-key": leave_key,
        "find-key": find_key,
    }
)
