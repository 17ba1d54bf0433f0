"""Whom can a bot talk to? Only sockets of this machine are ever tried."""

import contextlib
import fcntl
import os
import socket
import struct
from pathlib import Path

from tests.sandbox.probes import probe

_SIOCGIFNAME = 0x8910


def make_socket(family: str) -> str:
    kind = socket.SOCK_RAW if family in ("AF_NETLINK", "AF_PACKET") else socket.SOCK_STREAM
    if family == "AF_ALG":
        kind = socket.SOCK_SEQPACKET
    socket.socket(getattr(socket, family), kind).close()
    return "made"


def make_pair(family: str) -> str:
    for end in socket.socketpair(getattr(socket, family)):
        end.close()
    return "made"


def connect_loopback(port: str) -> str:
    with socket.socket(socket.AF_INET) as client:
        client.connect(("127.0.0.1", int(port)))
        return client.recv(16).decode()


def connect_abstract(name: str) -> str:
    return _connect(f"\0{name}")


def connect_path(path: str) -> str:
    return _connect(path)


def _connect(address: str) -> str:
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(5)
        client.connect(address)
        return client.recv(16).decode()


def interfaces(_: str) -> str:
    """By their numbers, which any socket may ask for."""
    found = []
    with socket.socket(socket.AF_UNIX) as asking:
        for number in range(1, 64):
            with contextlib.suppress(OSError):
                named = fcntl.ioctl(asking, _SIOCGIFNAME, struct.pack("16si20x", b"", number))
                found.append(named[:16].rstrip(b"\0").decode())
    return " ".join(sorted(found))


def routes(_: str) -> int:
    """Lines in the tables of routes; headings and what concerns loopback are not counted."""
    v4 = Path("/proc/net/route").read_text().splitlines()[1:]
    v6 = Path("/proc/net/ipv6_route")
    lines = v4 + (v6.read_text().splitlines() if v6.exists() else [])
    return sum(line.split()[0] != "lo" and line.split()[-1] != "lo" for line in lines)


def send_descriptors(argument: str) -> str:
    """PATH,COUNT: connect and send so many descriptors with every one of ten messages."""
    path, count = argument.split(",")
    held = [os.open("/dev/null", os.O_RDONLY) for _ in range(int(count))]
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(path)
        for _ in range(10):
            socket.send_fds(client, [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"], held)
        client.settimeout(1)
        client.recv(1)
    return "sent"


probe.run(
    {
        "make-socket": make_socket,
        "make-pair": make_pair,
        "connect-loopback": connect_loopback,
        "connect-abstract": connect_abstract,
        "connect-path": connect_path,
        "interfaces": interfaces,
        "routes": routes,
        "send-descriptors": send_descriptors,
    }
)
