"""How is the engine served? On a Unix socket, one call at a time."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final

import grpc

from arena.engine.refusal import EngineRefusal
from arena.engine.service import EngineService

ENGINE_VARIABLE: Final = "ARENA_ENGINE"
SERVICE: Final = "arena.v1.Engine"
MOST_BYTES: Final = 4 * 1024 * 1024  # in one message; the history of a long game has some 50 kB
MOST_WAITING: Final = 8  # calls that wait or are worked on; more are refused
OPTIONS: Final[Sequence[tuple[str, int]]] = (
    ("grpc.max_receive_message_length", MOST_BYTES),
    ("grpc.max_send_message_length", -1),
    ("grpc.max_concurrent_streams", MOST_WAITING),
    ("grpc.so_reuseport", 0),
)


def start_server(service: EngineService, socket: Path) -> grpc.Server:
    """Serve on a socket, which is there when this returns."""
    # One thread: a bot has one processor, and its states need no lock.
    server = grpc.server(ThreadPoolExecutor(1), options=OPTIONS, maximum_concurrent_rpcs=MOST_WAITING)
    handlers = {name: _handler(method) for name, method in service.methods.items()}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(SERVICE, handlers),))
    server.add_insecure_port(f"unix:{socket}")
    server.start()
    return server


def _handler(method: Callable[[bytes], bytes]) -> "grpc.RpcMethodHandler[bytes, bytes]":
    def answer(request: bytes, context: grpc.ServicerContext) -> bytes:
        try:
            return method(request)
        except EngineRefusal as refusal:
            context.abort(refusal.status, refusal.sentence)

    return grpc.unary_unary_rpc_method_handler(answer)
