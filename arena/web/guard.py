"""What protects the application? Limits of rate, size and time for requests, and strict security headers."""

import asyncio
import ipaddress
import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arena.match import MOST_PACKED_BYTES

SMALL_BYTES: Final = 64 * 1024
ENVELOPE_BYTES: Final = 64 * 1024  # what a form adds to the file in it
MOST_ADDRESSES: Final = 50_000
BODY_S: Final = 20.0  # for a body to arrive, and more for a large one:
SLOWEST_BYTES_A_SECOND: Final = 16 * 1024
UPLOADS: Final = ("/submissions", "/api/v1/submissions")
HEADERS: Final = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Buckets:
    """A burst and a rate a second for each key; the key that was not seen for longest is forgotten first."""

    def __init__(self, burst: float, a_second: float, now_s: Callable[[], float] = time.monotonic) -> None:
        self._burst = burst
        self._a_second = a_second
        self._now_s = now_s
        self._lock = threading.Lock()
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> float:
        """Take one; 0 if there was one, else how many seconds to wait."""
        with self._lock:
            now_s = self._now_s()
            left, then = self._left.pop(key, (self._burst, now_s))
            left = min(self._burst, left + (now_s - then) * self._a_second)
            wait_s = 0.0 if left >= 1.0 else (1.0 - left) / self._a_second
            self._left[key] = (left - 1.0 if not wait_s else left), now_s
            while len(self._left) > MOST_ADDRESSES:
                self._left.popitem(last=False)
            return wait_s


class Guard:
    """Stands before the whole application."""

    def __init__(self, app: ASGIApp, requests_a_second: int) -> None:
        self._app = app
        self._buckets = Buckets(3.0 * requests_a_second, requests_a_second)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        wait_s = self._buckets.take(network_of(address(scope)))
        if wait_s:
            await _answer(scope, send, 429, "Too many requests.", {"Retry-After": str(int(wait_s) + 1)})
            return
        body = _Body(receive, limit_of(scope))
        if body.announced(scope) > body.limit:
            body.too_large = True
            await _refuse(scope, send, body)
            return
        sender = _Sender(scope, send, body)
        with suppress(ClientDisconnect):
            await self._app(scope, body.receive, sender.send)
        if body.is_refused and not sender.begun:
            await _refuse(scope, send, body)


def address(scope: Scope) -> str:
    """Where a request comes from."""
    return str(scope["client"][0]) if scope.get("client") else ""


def network_of(address: str) -> str:
    """What limits count as one address: an IPv4 address, or the /64 network that one IPv6 host has to itself."""
    if ":" not in address:
        return address
    try:
        found = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    return str(found.ipv4_mapped or ipaddress.IPv6Network((int(found) >> 64 << 64, 64)))


def limit_of(scope: Scope) -> int:
    """How large its body may be."""
    uploads = scope["method"] == "POST" and scope["path"] in UPLOADS
    return MOST_PACKED_BYTES + ENVELOPE_BYTES if uploads else SMALL_BYTES


class _Body:
    """The body of a request, counted and timed as it comes; beyond a limit it ends."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self._receive = receive
        self._seen = 0
        self._complete = False
        self._began_s = time.monotonic()
        self.limit = limit
        self.too_large = False
        self.too_slow = False

    @property
    def is_refused(self) -> bool:
        return self.too_large or self.too_slow

    def announced(self, scope: Scope) -> int:
        text = dict(scope["headers"]).get(b"content-length", b"0")
        return int(text) if text.isdigit() and len(text) < 19 else 0

    async def receive(self) -> Message:
        if self._complete:  # whoever asks further waits for the end of the connection
            return await self._receive()
        try:
            message = await asyncio.wait_for(self._receive(), self._left_s())
        except TimeoutError:
            self.too_slow = True
            return {"type": "http.disconnect"}
        if message["type"] == "http.request":
            self._complete = not message.get("more_body", False)
            self._seen += len(message.get("body", b""))
            if self._seen > self.limit:
                self.too_large = True
                return {"type": "http.disconnect"}
        return message

    def _left_s(self) -> float:
        due_s = self._began_s + BODY_S + self._seen / SLOWEST_BYTES_A_SECOND
        return max(0.001, due_s - time.monotonic())


class _Sender:
    """The answer, with the headers that every answer has; if the body was refused, that is the answer."""

    def __init__(self, scope: Scope, send: Send, body: _Body) -> None:
        self._scope = scope
        self._send = send
        self._body = body
        self._refused = False
        self.begun = False

    async def send(self, message: Message) -> None:
        if self._refused:
            return
        if message["type"] == "http.response.start":
            self.begun = True
            if self._body.is_refused:
                self._refused = True
                await _refuse(self._scope, self._send, self._body)
                return
            headers = MutableHeaders(raw=message.setdefault("headers", []))
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "private, no-cache")
        await self._send(message)


async def _refuse(scope: Scope, send: Send, body: _Body) -> None:
    status, sentence = 413, f"That is larger than the {body.limit // 1024} KiB that are allowed."
    if body.too_slow:
        status, sentence = 408, "The request took too long to arrive."
    await _answer(scope, send, status, sentence, {"Connection": "close"})


async def _answer(scope: Scope, send: Send, status: int, sentence: str, more: dict[str, str]) -> None:
    as_json = scope["path"].startswith("/api/")
    kind = "application/json" if as_json else "text/plain; charset=utf-8"
    body = json.dumps({"detail": sentence}) if as_json else f"{sentence}\n"
    headers = {**HEADERS, "Content-Type": kind, "Cache-Control": "no-store", **more}
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body.encode()})
