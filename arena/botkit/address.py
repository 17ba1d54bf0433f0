"""Where is the referee? The socket, token and certificate named by the environment."""

import os
from pathlib import Path
from typing import Final

import grpc

DEFAULT_SOCKET: Final = "/run/arena/seat.sock"
# The referee is near and trusted with any size; a proxy that the environment names is for other programs.
OPTIONS: Final = (("grpc.enable_http_proxy", 0), ("grpc.max_receive_message_length", -1))


class StartError(Exception):
    """Something that a bot needs to start is missing; the text says what."""


def token() -> bytes:
    """The secret of this seat, from ARENA_TOKEN."""
    text = os.environ.get("ARENA_TOKEN", "")
    if not text:
        raise StartError("ARENA_TOKEN is not set: a bot is started by the referee, which gives it a token")
    return os.fsencode(text)


def address() -> str:
    """ARENA_SOCKET, the path of a Unix socket or host:port; the path inside the sandbox if it is not set."""
    return os.environ.get("ARENA_SOCKET") or DEFAULT_SOCKET


def open_channel() -> grpc.Channel:
    """A channel to the referee: in the clear on a Unix socket, TLS with the certificates of ARENA_CA otherwise."""
    target = address()
    if "/" in target:
        return grpc.insecure_channel(f"unix:{Path(target).absolute()}", options=OPTIONS)
    host, colon, port = target.rpartition(":")
    if not colon or not host or not port.isdecimal():
        raise StartError(f"ARENA_SOCKET: {target!r} is neither a path with a slash in it nor host:port")
    return grpc.secure_channel(target, grpc.ssl_channel_credentials(_certificates()), options=OPTIONS)


def _certificates() -> bytes | None:
    name = os.environ.get("ARENA_CA")
    if not name:
        return None
    try:
        return Path(name).read_bytes()
    except OSError as failure:
        raise StartError(f"ARENA_CA: {name} cannot be read: {failure.strerror}") from None
