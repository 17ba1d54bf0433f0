"""How does the command line talk to an event? Over HTTP, with a token only its owner can read."""

import json
import os
import re
import shutil
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from arena.cli.ending import HostFailed, Mistake
from arena.units import MIB
from arena.untrusted import Unreadable, json_value, read_limited

PATIENCE_S = 60.0
MOST_ANSWER_BYTES = 64 * MIB
_HOST = re.compile(r"(?!-)[\w.:-]{1,253}(?<![-.])")  # a name or an address


def config_file() -> Path:
    """Where tokens are kept."""
    home = os.environ.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    return Path(home) / "arena" / "tokens.json"


def site_of(url: str) -> str:
    """A URL as it is kept: scheme and host. Nobody is asked for a name that could not be one."""
    try:
        parts = urllib.parse.urlsplit(url if "://" in url else f"http://{url}")
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port = "", None
    bare = "://" not in url and port is None and "." not in host and ":" not in host and host != "localhost"
    if bare or not _HOST.fullmatch(host) or parts.scheme not in ("http", "https"):
        raise Mistake(f"{url!r} is not the URL of an event, such as https://event.example")
    return f"{parts.scheme}://{parts.netloc}"


def tokens() -> dict[str, str]:
    """All tokens by site, the one used last at the end."""
    try:
        found = json_value(read_limited(config_file()))
    except FileNotFoundError:
        return {}
    except Unreadable:
        found = None
    if not isinstance(found, dict) or not all(isinstance(token, str) for token in found.values()):
        raise Mistake(f"{config_file()}: is not readable; remove it and log in again") from None
    return found


def keep_token(site: str, token: str) -> None:
    """Keep a token for the owner's eyes only."""
    known = tokens()
    known.pop(site, None)
    known[site] = token
    path = config_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    with os.fdopen(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        json.dump(known, file, indent=1)
    unfinished.rename(path)


class Remote:
    """An event as one person reaches it."""

    def __init__(self, site: str, token: str = "") -> None:
        self.site = site
        self._token = token

    @staticmethod
    def open(url: str | None) -> "Remote":
        """The event at a URL, or the one logged in to last."""
        known = tokens()
        site = site_of(url) if url is not None else next(reversed(known), None)
        if site is None:
            raise Mistake("log in first: arena login URL")
        if site not in known:
            raise Mistake(f"log in first: arena login {site}")
        return Remote(site, known[site])

    @staticmethod
    def at(url: str | None) -> "Remote":
        """The event at a URL, with the token for it if there is one; or the one logged in to last."""
        if url is None:
            return Remote.open(None)
        site = site_of(url)
        return Remote(site, tokens().get(site, ""))

    def save(self, path: str, out: Path) -> None:
        """Write what a page answers to a file."""
        headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
        headers["Accept"] = "application/json"
        request = urllib.request.Request(f"{self.site}{path}", None, headers)
        with self._speaking(), _opener().open(request, timeout=PATIENCE_S) as answer, out.open("wb") as file:
            shutil.copyfileobj(answer, file)

    def get(self, path: str) -> Any:
        return self._ask("GET", path, None)

    def post(self, path: str, content: bytes) -> Any:
        return self._ask("POST", path, content)

    def _ask(self, method: str, path: str, content: bytes | None) -> Any:
        headers = {"Accept": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        if content is not None:
            headers["Content-Type"] = "application/octet-stream"
        request = urllib.request.Request(f"{self.site}/api/v1{path}", content, headers, method=method)
        with self._speaking(), _opener().open(request, timeout=PATIENCE_S) as answer:
            return json_value(answer.read(MOST_ANSWER_BYTES + 1), MOST_ANSWER_BYTES)

    @contextmanager
    def _speaking(self) -> Iterator[None]:
        """What goes wrong on the way, in a sentence."""
        try:
            yield
        except urllib.error.HTTPError as error:
            raise Mistake(f"{self.site} says: {_detail(error)}") from None
        except Unreadable as error:
            raise HostFailed(f"{self.site} answers with what no event says: {error}") from None
        except (urllib.error.URLError, OSError, ValueError) as error:
            reason = getattr(error, "reason", error)
            raise HostFailed(
                f"{self.site} does not answer: {getattr(reason, 'strerror', None) or reason}"
            ) from None


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A token is for the host that it was given for, and goes nowhere else."""

    def redirect_request(self, *_: object) -> None:
        return None


def _opener() -> urllib.request.OpenerDirector:
    return urllib.request.build_opener(_NoRedirect)


def _detail(error: urllib.error.HTTPError) -> str:
    try:
        detail = json_value(error.read(MIB + 1))["detail"]
    except (OSError, ValueError, KeyError, TypeError):
        return f"{error.code} {error.reason}"
    return str(detail)
