"""Do the attacks by network and sockets fail in the sandbox, and work without it? (N1-N9 of docs/sandbox.md)

Nothing here leaves the machine: outside addresses are judged by interfaces, routes and what socket() says.
"""

import os
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from arena.sandbox import Mount, Protection
from arena.sandbox.jail import SOCKET_IN_JAIL
from tests.sandbox.probing import Prober, finish

FILTER_OFF = frozenset({Protection.SECCOMP})


@contextmanager
def greeting(listener: socket.socket) -> Iterator[None]:
    """Say hello to whoever connects."""

    def serve() -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            with client:
                client.sendall(b"hello")

    listener.listen()
    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        thread.join()
        listener.close()


def test_n1_no_way_out(jailed: Prober, bare: Prober) -> None:
    inside = jailed.run("network", "interfaces", "make-socket=AF_INET", "make-socket=AF_INET6")
    assert inside["interfaces"] == "ok lo"
    kernels_proc = replace(jailed, without=frozenset({Protection.PROC}))
    assert kernels_proc.run("network", "routes")["routes"] == "ok 0"
    assert inside["make-socket=AF_INET"] == inside["make-socket=AF_INET6"] == "EAFNOSUPPORT"
    unfiltered = replace(jailed, without=FILTER_OFF).run("network", "make-socket=AF_INET", "interfaces")
    assert unfiltered["make-socket=AF_INET"] == "ok made"
    assert unfiltered["interfaces"] == "ok lo"
    assert bare.run("network", "make-socket=AF_INET")["make-socket=AF_INET"] == "ok made"


def test_n2_service_on_the_loopback_of_the_host(jailed: Prober, bare: Prober) -> None:
    listener = socket.socket(socket.AF_INET)
    listener.bind(("127.0.0.1", 0))
    wanted = f"connect-loopback={listener.getsockname()[1]}"
    with greeting(listener):
        assert jailed.run("network", wanted)[wanted] == "EAFNOSUPPORT"
        unfiltered = replace(jailed, without=FILTER_OFF)
        assert unfiltered.run("network", wanted)[wanted] in ("ECONNREFUSED", "ENETUNREACH")
        assert bare.run("network", wanted)[wanted] == "ok hello"


def test_n3_abstract_socket_of_the_host(jailed: Prober, bare: Prober) -> None:
    name = f"arena-test-{os.getpid()}"
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(f"\0{name}")
    wanted = f"connect-abstract={name}"
    with greeting(listener):
        assert jailed.run("network", wanted)[wanted] == "ECONNREFUSED"
        assert bare.run("network", wanted)[wanted] == "ok hello"


def test_n5_other_kinds_of_sockets(jailed: Prober) -> None:
    families = ("AF_VSOCK", "AF_NETLINK", "AF_PACKET", "AF_ALG", "AF_BLUETOOTH", "AF_CAN")
    wanted = [f"make-socket={family}" for family in families if hasattr(socket, family)]
    inside = jailed.run("network", *wanted, "make-pair=AF_INET", "make-pair=AF_UNIX", "make-socket=AF_UNIX")
    assert {inside[name] for name in (*wanted, "make-pair=AF_INET")} == {"EAFNOSUPPORT"}
    assert inside["make-pair=AF_UNIX"] == inside["make-socket=AF_UNIX"] == "ok made"
    unfiltered = replace(jailed, without=FILTER_OFF).run("network", "make-socket=AF_NETLINK")
    assert unfiltered["make-socket=AF_NETLINK"] == "ok made"


def test_n6_socket_of_the_other_seat(jailed: Prober) -> None:
    """Not to be seen; and, mounted by mistake, not to be opened. The control is the seat's own socket."""
    with jailed.seat() as mine, jailed.seat() as theirs:
        listeners = []
        for seat in (mine, theirs):
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(str(seat.socket_path))
            seat.hand_over_socket()
            listeners.append(listener)
        own, other = f"connect-path={SOCKET_IN_JAIL}", f"connect-path={theirs.socket_path}"
        with greeting(listeners[0]), greeting(listeners[1]):
            outcome = finish(jailed.start(mine, "network", own, other, with_socket=True))
            assert outcome[own] == "ok hello"
            assert outcome[other] == "ENOENT"
            stolen = replace(jailed, mounts=(*jailed.mounts, _mount(theirs.socket_path)))
            outcome = finish(stolen.start(mine, "network", "connect-path=/opt/stolen.sock"))
            assert outcome["connect-path=/opt/stolen.sock"] == "EACCES"


def _open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def _mount(path: Path) -> Mount:
    return Mount(path, "/opt/stolen.sock")


def test_n9_descriptors_sent_to_the_referee(jailed: Prober) -> None:
    """A gRPC server does not take them in: it has as many open as before. The control is a server that takes them."""
    grpc = pytest.importorskip("grpc")
    server = grpc.server(ThreadPoolExecutor(1))
    with jailed.seat() as seat:
        server.add_insecure_port(f"unix:{seat.socket_path}")
        server.start()
        seat.hand_over_socket()
        before = _open_descriptors()
        wanted = f"send-descriptors={SOCKET_IN_JAIL},20"
        outcome = finish(jailed.start(seat, "network", wanted, with_socket=True))
        assert outcome[wanted].startswith("ok") or outcome[wanted] in ("EPIPE", "ECONNRESET", "ETIMEDOUT")
        assert _open_descriptors() < before + 20
        server.stop(None).wait()
    near, far = socket.socketpair()
    socket.send_fds(far, [b"x"], [0] * 50)
    _, taken, _, _ = socket.recv_fds(near, 1, 50)
    assert len(taken) == 50
    for fd in taken:
        os.close(fd)
    near.close()
    far.close()
