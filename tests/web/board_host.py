"""How does a test reach the board without an event? A small host with replays, a live game and tables with a person at a seat.

It answers as docs/frames.md says, from the same functions as the real pages; bots are the tests' own choices.
"""

import json
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import arena
from arena.drawing import GameFrames, TriedTurn, question, refusal_fields
from arena.record import DecisionRecord
from arena.rules import Action, GameConfig, IllegalAction, Rng, new_game
from tests.rules.games import choose

STATIC = Path(arena.__file__).parent / "web" / "static"
SECURITY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'"
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>
<link rel="icon" href="/static/icon.svg"><link rel="stylesheet" href="/static/style.css">
<link rel="stylesheet" href="/static/board/board.css"></head>
<body><header class="top"><a class="brand" href="/"><span>Granada Cup</span></a></header>
<main id="main"><h1 class="hidden">{title}</h1><div data-board {attributes}></div></main>
<script type="module" src="/static/board/page.js"></script></body></html>"""
TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


class HostedGame:
    """A game for one viewer that grows, and everybody who listens to it."""

    def __init__(self, rules: str, seed: int, you: int | None) -> None:
        self.state = new_game(GameConfig.parse(rules), seed)
        self.rng = Rng(seed, "choices")
        self.you = you
        names = [f"greedy {seat + 1}" for seat in range(self.state.config.players)]
        if you is not None:
            names[you] = "Ada"
        shown = None if you is None else frozenset({you})
        self.frames = GameFrames(self.state, names, shown, you)
        self.since = 0
        self.number = 0
        self.resigned = False
        self.listeners: list[queue.Queue[tuple[str, Any]]] = []

    def apply(self, action: Action) -> None:
        before = self.state.clone()
        decision = DecisionRecord(before.seat, str(action), 0, 0, 0, 0, False, len(self.frames.moves))
        self.state.apply(action)
        self.frames.add(before, self.state, decision)

    def step(self) -> None:
        """One decision by the tests' own choice."""
        self.apply(choose(self.state.legal_actions(), self.rng, liking=80))

    def bots_play(self) -> None:
        while not self.over and self.state.seat != self.you:
            self.step()
        self.number += 1

    @property
    def over(self) -> bool:
        return bool(self.state.is_over) or self.resigned

    def result(self) -> dict[str, Any]:
        scores = list(self.state.scores())
        return {"scores": scores, "ranks": [], "text": "", "seats": [""] * len(scores)}

    def document(self) -> dict[str, Any]:
        return self.frames.document(self.result() if self.over else None)

    def after(self, first: int) -> dict[str, Any]:
        more = {"result": self.result()} if self.over else {}
        return {"from": first, "moves": self.frames.moves[first:], "over": self.over, **more}

    def table(self, first: int | None) -> dict[str, Any]:
        game = {"game": self.document()} if first is None else self.after(first)
        asks = {}
        if not self.over and self.state.seat == self.you:
            asks = {
                "asks": {"number": self.number, "since": self.since, "rated": False, **question(self.state)}
            }
        return {"state": "over" if self.over else "playing", **game, **asks}

    def tell(self, name: str, data: Any) -> None:
        for one in self.listeners:
            one.put((name, data))


class BoardHost(ThreadingHTTPServer):
    """Replays are made from rules and seed when they are asked for; tables live as long as the host."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answers)
        self.games: dict[str, HostedGame] = {}
        self.away = False
        self.lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def replay(self, rules: str, seed: int = 41) -> HostedGame:
        """A finished game at `/replay/RULES@SEED`."""
        key = f"{rules}@{seed}"
        if key not in self.games:
            game = HostedGame(rules, seed, None)
            while not game.over:
                game.step()
            self.games[key] = game
        return self.games[key]

    def seat(self, rules: str, seed: int = 41, you: int = 0, verb: str = "") -> str:
        """A new table for a person; its address. With a verb, the game has come to where the person is asked for it."""
        key = f"table{len(self.games)}"
        game = HostedGame(rules, seed, you)
        game.bots_play()
        while verb not in {"", *(action.verb for action in game.state.legal_actions())}:
            game.step()
            game.bots_play()
        self.games[key] = game
        return f"{self.url}/play/{key}"

    def live(self, rules: str, seed: int = 41) -> tuple[str, HostedGame]:
        """A new game under way; its address, and the game to go on with."""
        key = f"live{len(self.games)}"
        self.games[key] = HostedGame(rules, seed, None)
        return f"{self.url}/live/{key}", self.games[key]


class _Answers(BaseHTTPRequestHandler):
    server: BoardHost

    def log_message(self, format: str, *args: Any) -> None:
        del format, args

    def _send(self, content: bytes, kind: str, status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Content-Security-Policy", SECURITY)
        self.end_headers()
        self.wfile.write(content)

    def _json(self, value: Any, status: int = 200) -> None:
        self._send(json.dumps(value).encode(), "application/json", status)

    def _page(self, title: str, attributes: str) -> None:
        self._send(PAGE.format(title=title, attributes=attributes).encode(), "text/html")

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        first, _, rest = unquote(parts.path).strip("/").partition("/")
        if self.server.away and first != "static":
            self.close_connection = True
            return
        if first == "static":
            file = STATIC / rest
            self._send(file.read_bytes(), TYPES[file.suffix])
        elif first == "replay":
            self._page(rest, f'data-frames="/frames/{rest}"')
        elif first == "frames":
            rules, _, seed = rest.rpartition("@")
            self._json(self.server.replay(rules, int(seed)).document())
        elif first == "live":
            self._live(rest)
        elif first == "play":
            self._play(rest, parse_qs(parts.query))
        else:
            self._send(b"", "text/plain", 404)

    def _live(self, rest: str) -> None:
        key, _, what = rest.partition("/")
        game = self.server.games[key]
        if what == "events":
            self._stream(game)
        elif what == "frames":
            first = parse_qs(urlsplit(self.path).query).get("from")
            self._json(game.after(int(first[0])) if first else game.document())
        else:
            self._page("live", f'data-frames="/live/{key}/frames" data-live="/live/{key}"')

    def _play(self, rest: str, query: dict[str, list[str]]) -> None:
        key, _, what = rest.partition("/")
        game = self.server.games[key]
        if what == "table":
            self._json(game.table(int(query["from"][0]) if "from" in query else None))
        elif what == "events":
            self._stream(game)
        else:
            guide = "data-guide" if "guide" in query else ""
            self._page("table", f'data-table="/play/{key}" data-csrf="secret" {guide}')

    def _stream(self, game: HostedGame) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        news: queue.Queue[tuple[str, Any]] = queue.Queue()
        game.listeners.append(news)
        try:
            while not self.server.away:
                try:
                    name, data = news.get(timeout=0.2)
                    self.wfile.write(f"event: {name}\ndata: {json.dumps(data)}\n\n".encode())
                except queue.Empty:
                    self.wfile.write(b": here\n\n")
                self.wfile.flush()
        except OSError:
            pass
        finally:
            game.listeners.remove(news)

    def do_POST(self) -> None:
        content = json.loads(self.rfile.read(int(self.headers["Content-Length"])) or b"{}")
        if self.server.away:
            self.close_connection = True
            return
        _, key, what = unquote(urlsplit(self.path).path).strip("/").split("/")
        game = self.server.games[key]
        if self.headers["X-CSRF"] != "secret":
            self._json({"sentence": "This form is too old."}, 403)
            return
        with self.server.lock:
            self._json(_ANSWERS[what](game, content))
        if what in ("commit", "resign") and not game.over:
            game.tell("table", game.table(len(game.frames.moves)))


def _tried(game: HostedGame, actions: list[str]) -> tuple[TriedTurn, dict[str, Any] | None]:
    turn = TriedTurn(game.state)
    for step, text in enumerate(actions):
        try:
            if not turn.play(Action.parse(text)):
                return turn, {"now": True}
        except IllegalAction as illegal:
            return turn, {"refusal": refusal_fields(illegal.refusal, step)}
    return turn, None


def _try(game: HostedGame, content: dict[str, Any]) -> dict[str, Any]:
    turn, refused = _tried(game, content["actions"])
    return refused or {"to": turn.patch(), "turn": turn.told, "ends": turn.ends, **turn.question()}


def _commit(game: HostedGame, content: dict[str, Any]) -> dict[str, Any]:
    if content["number"] < game.number:
        return {"ok": True}
    for text in content["actions"]:
        game.apply(Action.parse(text))
    game.since = len(game.frames.moves)
    game.bots_play()
    return {"ok": True}


def _hint(game: HostedGame, content: dict[str, Any]) -> dict[str, Any]:
    turn, _ = _tried(game, content["actions"])
    offers = turn.question()["legal"][:3]
    return {
        "hints": [
            {"action": one["action"], "text": one["text"], "value": 0.62, "visits": 9} for one in offers
        ]
    }


def _resign(game: HostedGame, _: dict[str, Any]) -> dict[str, Any]:
    game.resigned = True
    return {"ok": True, "href": ""}


_ANSWERS: dict[str, Callable[[HostedGame, dict[str, Any]], dict[str, Any]]] = {
    "try": _try,
    "commit": _commit,
    "hint": _hint,
    "resign": _resign,
    "leave": lambda _, __: {"ok": True, "href": "/replay/left"},
    "rematch": lambda _, __: {"ok": True, "href": "/replay/again"},
}


@contextmanager
def board_host() -> Iterator[BoardHost]:
    """The host, on a port of its own."""
    host = BoardHost()
    serving = threading.Thread(target=host.serve_forever, daemon=True)
    serving.start()
    yield host
    host.shutdown()
    host.server_close()
