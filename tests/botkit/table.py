"""Who referees the bots of these tests? A real gRPC server that plays real games, the other seats at random."""

import hashlib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import grpc

from arena.proto import arena_pb2 as pb
from arena.proto.arena_pb2_grpc import RefereeServicer, add_RefereeServicer_to_server
from arena.rules import RULES_VERSION, Action, Event, GameConfig, Rng, State, new_game
from arena.wire import PROTOCOL, catalogue, chosen, decision_bytes, event_to_wire, read_from_bot

TOKEN = b"a token"
BANK_NS = 30_000_000_000
INCREMENT_NS = 500_000_000


@dataclass
class Table(RefereeServicer):
    """One seat of a match of these games, the bot's own seat moving on from game to game."""

    games: list[str]
    seed: int = 1
    ends: bool = True  # says so when the match is over
    before_decision: Callable[[int], None] | None = None  # told how many were asked before
    software: str = ""
    state: State | None = None  # what is asked about just now
    legal: list[Action] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)  # the bot's own, of all games
    infos: list[pb.Info] = field(default_factory=list)  # what it told with them
    asked: int = 0

    def Play(self, heard: Iterator[pb.FromBot], context: object) -> Iterator[pb.ToBot]:  # noqa: N802, ARG002 - generated names
        """One match."""
        hello = read_from_bot(next(heard))
        assert isinstance(hello, pb.Hello)
        assert hello.token == TOKEN
        self.software = hello.software
        yield pb.ToBot(
            welcome=pb.Welcome(
                protocol=PROTOCOL,
                rules_version=RULES_VERSION,
                match="a match",
                tiles=catalogue(),
                games=len(self.games),
                bank_ns=BANK_NS,
                increment_ns=INCREMENT_NS,
            )
        )
        for number, rules in enumerate(self.games, 1):
            yield from self._game(heard, number, GameConfig.parse(rules))
        if self.ends:
            yield pb.ToBot(match_over=pb.MatchOver(reason="all games are played"))

    def _game(self, heard: Iterator[pb.FromBot], number: int, config: GameConfig) -> Iterator[pb.ToBot]:
        seat = number % config.players
        yield pb.ToBot(
            game_start=pb.GameStart(
                game=number,
                rules=str(config),
                players=config.players,
                seat=seat,
                bots=[f"bot {i}" for i in range(config.players)],
                commitment=commitment(self.seed, number),
            )
        )
        rng = Rng(self.seed, f"others {number}")
        state = new_game(config, self.seed + number)
        told = 0
        while not state.is_over:
            legal = state.legal_actions()
            if state.seat == seat:
                told, news = _news(state, seat, told)
                self.state, self.legal = state, legal
                yield self._decision(number, seat, news)
                answer = read_from_bot(next(heard))
                assert isinstance(answer, pb.Answer)
                assert answer.id == self.asked
                self.actions.append(chosen(answer, legal))
                if answer.HasField("info"):
                    self.infos.append(answer.info)
                state.apply(self.actions[-1])
            else:
                state.apply(legal[int(rng.below(len(legal)))])
        _, news = _news(state, seat, told)
        yield pb.ToBot(
            game_over=pb.GameOver(
                game=number,
                events=[event_to_wire(event) for event in news],
                scores=state.scores(),
                ranks=state.ranks(),
                terminations=[pb.TERMINATION_NORMAL] * config.players,
            )
        )

    def _decision(self, number: int, seat: int, news: list[Event]) -> pb.ToBot:
        assert self.state is not None
        if self.before_decision is not None:
            self.before_decision(self.asked)
        self.asked += 1
        observation = self.state.observe(seat)
        banks = [BANK_NS - i for i in range(len(observation.seats))]
        asked = decision_bytes(self.asked, number, observation, news, self.legal, banks, INCREMENT_NS)
        return pb.ToBot.FromString(asked)


def commitment(seed: int, number: int) -> bytes:
    """32 bytes for one game."""
    return hashlib.sha256(f"{seed} {number}".encode()).digest()


def _news(state: State, seat: int, told: int) -> tuple[int, list[Event]]:
    history = state.history(seat)
    return len(history), history[told:]


@contextmanager
def serving(table: Table, socket: Path) -> Iterator[grpc.Server]:
    """Serve a table on a Unix socket."""
    server = grpc.server(ThreadPoolExecutor(2))
    add_RefereeServicer_to_server(table, server)  # type: ignore[no-untyped-call]  # generated code has no types
    server.add_insecure_port(f"unix:{socket}")
    server.start()
    try:
        yield server
    finally:
        server.stop(None).wait()
