"""How is an event made for a test? With people, bots without files, and games that were really played by a quick policy."""

import hashlib
import io
import re
import shutil
import tarfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import uvicorn
from starlette.testclient import TestClient

from arena.ladder.pairing import HOUSE, Pairing
from arena.match.archive import pack_folder
from arena.match.live_game import LiveGame
from arena.match.manifest import Bot
from arena.record import (
    DecisionRecord,
    GameRecord,
    SeatRecord,
    commitment_of,
    events_digest,
    ranks_after,
    sealed,
)
from arena.rules import GENERATOR, RULES_VERSION, GameConfig, Rng, new_game
from arena.web.app import create_app
from arena.web.event_context import EventContext
from arena.web.live_games import see
from arena.web.models import Worker, WorkerKind
from arena.web.organise import make_organiser
from arena.web.people import sign_up
from tests.ladder.ladders import toml

ROOT = Path(__file__).parents[2]
CODE = "let-me-in-please"
RULES = "classic,players=2,turn_limit=6"
FAKE = ROOT / "tests" / "fakes"


def event_toml(folder: Path, ladder: dict[str, object] | None = None, **keys: object) -> Path:
    """An event file of quick games; `keys` replace or add lines of the event, `ladder` of its ladder; `head` and `text` are put before and after."""
    lines: dict[str, object] = {"title": "Test <i>Open</i>", "folder": "run", "codes": [CODE], **keys}
    inner: dict[str, object] = {
        "name": "test",
        "rules": "classic,turn_limit=6",
        "time": "20+1",
        "tier": 3,
        "sets": 1,
        "seed": "test",
        **(ladder or {}),
    }
    head, extra = lines.pop("head", ""), lines.pop("text", "")
    text = f"{head}\n" + "\n".join(f"{key} = {_toml(value)}" for key, value in lines.items())
    text += "\n[ladder]\n" + "\n".join(f"{key} = {toml(value)}" for key, value in inner.items())
    path = folder / "event.toml"
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{text}\n{extra}\n", encoding="utf-8")
    return path


def _toml(value: object) -> str:
    return (
        f"{{ {', '.join(f'{key} = {toml(one)}' for key, one in value.items())} }}"
        if isinstance(value, dict)
        else toml(value)
    )


def version_of(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()


def decisions_of(rules: str, seed: bytes) -> tuple[list[DecisionRecord], Any]:
    """A whole game by chance, and the state at its end."""
    state = new_game(GameConfig.parse(rules), seed)
    rng = Rng(int.from_bytes(seed[:4], "big"))
    decisions: list[DecisionRecord] = []
    while not state.is_over:
        legal = state.legal_actions()
        action = legal[rng.below(len(legal))]
        decisions.append(
            DecisionRecord(
                state.seat, str(action), 1_000_000, 500_000, 0, 1_000_000, False, 1_000_001 + len(decisions)
            )
        )
        state.apply(action)
    return decisions, state


def played(
    match: str,
    game: int,
    bots: tuple[str, ...],
    seed: bytes,
    fault: int | None = None,
    versions: tuple[str, ...] = (),
) -> GameRecord:
    """The record of a game by chance; the bot of seat `fault` crashed at its end."""
    decisions, state = decisions_of(RULES, seed)
    how = ["crash" if seat == fault else "normal" for seat in range(len(bots))]
    scores = tuple(state.scores())
    return sealed(
        GameRecord(
            match=match,
            game=game,
            set=1,
            rules=RULES,
            rules_version=RULES_VERSION,
            generator=GENERATOR,
            seed=seed,
            salt=b"salt",
            commitment=commitment_of(seed, b"salt"),
            time_control="20+1",
            limits="",
            tier=3,
            started_ns=time.time_ns(),
            seats=tuple(
                SeatRecord(bot, version, one, "secret evidence" if one == "crash" else "")
                for bot, version, one in zip(bots, versions or map(version_of, bots), how, strict=True)
            ),
            decisions=tuple(decisions),
            scores=scores,
            ranks=ranks_after(scores, tuple(how)),
            void=False,
            void_reason="",
            events_digest=events_digest(state),
        )
    )


@dataclass
class Cast:
    """An event with two teams, an organiser, three bots, a match of two games and a game under way."""

    context: EventContext
    tokens: dict[str, str]  # by role
    match: str
    live: str
    annulled: str = ""

    def client(self, **more: Any) -> TestClient:
        return TestClient(create_app(self.context), base_url="http://arena.test", **more)

    def headers(self, role: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[role]}"} if role in self.tokens else {}


def cast(folder: Path, **keys: object) -> Cast:
    """The event that most tests look at: the bot `lion` is team Lions', `crow` team Crows'."""
    context = EventContext.open(event_toml(folder, **keys))  # type: ignore[arg-type]  # keys are handed on
    tokens = {"organiser": make_organiser(context, "Olga")}
    with context.database.session() as session:
        _, tokens["member"] = sign_up(session, context.event, CODE, "Ada", "Lions")
        _, tokens["rival"] = sign_up(session, context.event, CODE, "Bob", "Crows")
    for number, (bot, owner) in enumerate((("random", HOUSE), ("lion", "Lions"), ("crow", "Crows"))):
        context.ladder_folder.roster.enter(bot, version_of(bot), owner, 1_000 + number)
    pairing = Pairing((version_of("lion"), version_of("crow")), "test 1", 1, "to see")
    match = pairing.named("test")
    context.ladder_folder.matches.choose(match, pairing)
    context.ladder_folder.games.append([played(match, 1, ("lion", "crow"), b"0123456789abcdef", fault=0)])
    context.ladder_folder.games.append([played(match, 2, ("crow", "lion"), b"fedcba9876543210")])
    second = Pairing((version_of("lion"), version_of("crow")), "test 2", 1, "again")
    context.ladder_folder.matches.choose(second.named("test"), second)
    live_game_at(context, second.named("test"), ("lion", "crow"), 3)
    context.logs.mkdir(parents=True, exist_ok=True)
    (context.logs / f"{match}-0-lion-1.stderr.txt").write_text("what the lion said", encoding="utf-8")
    return Cast(context, tokens, match, second.named("test"))


def beat(context: EventContext, **silent_s: float) -> None:
    """Workers of all kinds with a heartbeat; those that are named, silent for this number of seconds."""
    with context.database.session() as session:
        for kind in WorkerKind:
            alive = time.time() - silent_s.get(kind, 0.0)
            session.add(
                Worker(name=f"{kind}-1", kind=kind, begun=alive - 60.0, alive=alive, games=7, sentence="")
            )


def live_game_at(
    context: EventContext, match: str, bots: tuple[str, ...], count: int, rules: str = RULES
) -> None:
    """A game under way after so many decisions; "" is a person."""
    seed = b"live" * 4
    decisions, _ = decisions_of(rules, seed)
    versions = tuple(version_of(bot) if bot else "" for bot in bots)
    with context.database.session() as session:
        see(
            session, LiveGame(match, 1, rules, seed, bots, versions, time.time_ns(), tuple(decisions[:count]))
        )


def ask_oddly(stage: Cast, client: TestClient) -> dict[str, int]:
    """Requests with numbers and texts that no database takes; those that broke the server."""
    large, match = "9" * 30, stage.match
    paths = [
        f"GET /games/{match}/{large}",
        f"GET /games/{match}/-1",
        f"GET /games/{match}/{large}/logs/0",
        f"GET /games/{match}/1/logs/{large}",
        f"GET /games/{match}/1/annulled/{large}",
        f"GET /games/{match}/1/requests/{large}",
        f"GET /games/{match}/1?move={large}",
        f"GET /games/nowhere/{large}/events",
        f"GET /games/table-{large}/1",
        f"GET /games?page={large}",
        f"GET /submissions/{large}",
        f"GET /games/{match}/1/frames?from={large}",
        f"GET /play/{large}",
        f"GET /play/{large}/table",
        f"POST /play/{large}/commit",
        f"POST /me/tokens/{large}/revoke",
        "GET /games/%00/1",
        "GET /api/v1/games/%00/1",
        "GET /bots/%00",
        "GET /games?bot=%00",
        "GET /login?next=%00",
        f"GET /games/{'a' * 5000}/1",
    ]
    answers = {
        path: client.request(*path.split(" "), headers=stage.headers("member")).status_code for path in paths
    }
    for path in ("/me/tokens", "/signup", "/login", "/play", "/challenge", "/admin/announce"):
        fields = dict.fromkeys(("label", "name", "team", "code", "token", "opponent", "bot", "text"), "a\0b")
        role = "organiser" if "admin" in path else "member"
        answers[path] = client.post(path, data=fields, headers=stage.headers(role)).status_code
    return {path: status for path, status in answers.items() if status >= 500}


def enter_real(
    context: EventContext, folder: Path, names: Sequence[str], source: Path = ROOT / "bots" / "random"
) -> None:
    """Bots that can really play, each of a team of its name; every two of them have met on the ladder, and the first are the best."""
    versions = {}
    for number, name in enumerate(names):
        copy = folder / name
        shutil.copytree(source, copy, ignore=shutil.ignore_patterns("__pycache__"))
        text = (copy / "bot.toml").read_text(encoding="utf-8")
        (copy / "bot.toml").write_text(re.sub(r"(?m)^name = .*", f'name = "{name}"', text), encoding="utf-8")
        version = versions[name] = Bot.load(copy).version
        context.ladder_folder.keep(version, pack_folder(copy))
        context.ladder_folder.roster.enter(name, version, f"Team {name}", 1_000 + number)
    for number, (one, two) in enumerate(combinations(names, 2)):
        pairing = Pairing((versions[one], versions[two]), f"before {number}", 1, "to see")
        match = pairing.named("test")
        context.ladder_folder.matches.choose(match, pairing)
        for game, seats in enumerate(((one, two), (two, one)), start=1):
            seed = f"{number:015}{game}".encode()
            loser = seats.index(two)
            own = tuple(versions[name] for name in seats)
            context.ladder_folder.games.append([played(match, game, seats, seed, fault=loser, versions=own)])


def bot_archive(name: str, source: Path = ROOT / "bots" / "random", note: str = "") -> bytes:
    """A bot as .tar.gz, under another name."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as tar:
        for path in sorted(source.iterdir()):
            if path.is_file():
                content = path.read_bytes()
                if path.name == "bot.toml":
                    lines = [line for line in content.decode().splitlines() if not line.startswith("name")]
                    content = "\n".join([f'name = "{name}"', *lines, f"# {note}", ""]).encode()
                info = tarfile.TarInfo(path.name)
                info.size = len(content)
                tar.addfile(info, io.BytesIO(content))
    return packed.getvalue()


@contextmanager
def listening(context: EventContext) -> Iterator[str]:
    """The pages of an event on this host, without workers; their URL."""
    server = uvicorn.Server(uvicorn.Config(create_app(context), port=0, log_level="error"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(20)
