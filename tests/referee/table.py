"""How is a game refereed for a test? With fake bots as processes, or with stand-ins that answer without any."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from arena.match.deals import Seating
from arena.match.game import house_choice
from arena.match.manifest import Bot
from arena.match.session import Session
from arena.match.settings import MatchSettings, MatchTerms
from arena.proto import arena_pb2 as pb
from arena.record import Allowance, GameRecord, TimeControl, TimeSpent
from arena.referee import report
from arena.referee.fault import Fault
from arena.referee.game import GamePlan, GameReferee, GameResult
from arena.referee.report import Circumstances
from arena.referee.seat import Failure, Reply
from arena.rules import GameConfig, Rng
from arena.sandbox import Limits, Sandbox

FAKES = Path(__file__).parents[1] / "fakes"
SEED = b"a seed of a test"
SALT = b"a salt of a test"
SHORT = "classic,players=2,turn_limit=8"
TERMS = MatchTerms("test", 1, MatchSettings(GameConfig.parse(SHORT), TimeControl.parse("20+0.5")))


def fake(*flags: str, name: str = "fake") -> Bot:
    """The misbehaving bot with these flags; none of them makes it honest."""
    return Bot(FAKES, name, ("python3", "bot.py", *flags), (), "python", (), "", "0" * 64)


async def play_fakes(
    sandbox: Sandbox,
    bots: Sequence[Bot],
    rules: str = SHORT,
    games: int = 1,
    terms: MatchTerms = TERMS,
) -> list[GameRecord]:
    """Games between fakes, who keep their seats, and the records of them."""
    settings = replace(terms.settings, config=GameConfig.parse(rules))
    session = Session(sandbox, replace(terms, settings=settings), bots)
    order = tuple(range(len(bots)))
    try:
        # A deal that a bot knows would make it start afresh.
        deals = [SEED + bytes((game,)) for game in range(1, games + 1)]
        return [
            await session.play(Seating(game, game, order, deal, SALT))
            for game, deal in enumerate(deals, start=1)
        ]
    finally:
        await session.close("the test is over")


def with_time(text: str, start_s: float = 10.0, **limits: int) -> MatchTerms:
    """The usual terms with another clock, and other limits."""
    limits_then = Limits(start_s=start_s, **limits)
    settings = replace(TERMS.settings, control=TimeControl.parse(text), limits=limits_then)
    return replace(TERMS, settings=settings)


@dataclass(slots=True)
class StandIn:
    """A seat that chooses at random, takes the time it is told to, and keeps what it was sent."""

    seed: int = 0
    takes_ns: Callable[[int], int] = lambda _: 1000
    disk_share: float = 0.0  # of that, waiting for a disk
    fails_at: dict[int, Failure] = field(default_factory=dict)  # by the count of its decisions, from 1
    says: dict[int, pb.Answer] = field(default_factory=dict)
    unasked_fault: Fault | None = None
    told: list[pb.ToBot] = field(default_factory=list)
    allowed_ns: list[int] = field(default_factory=list)
    on_message: Callable[[pb.ToBot], None] = lambda _: None

    async def tell(self, message: bytes) -> None:
        """Keep it."""
        self._hear(message)

    async def ask(self, question: bytes, id: int, allowance: Allowance) -> Reply | Failure:
        """Answer with an index drawn at random, unless told otherwise."""
        decision = self._hear(question).decision
        assert decision.id == id
        self.allowed_ns.append(allowance.time_ns)
        count = len(self.allowed_ns)
        if count in self.fails_at:
            return self.fails_at[count]
        index = int(Rng(self.seed, f"{id}").below(len(decision.legal)))
        answer = self.says.get(count, pb.Answer(id=id, index=index))
        takes_ns = self.takes_ns(count)
        return Reply(answer, TimeSpent(takes_ns, 0, 0, int(takes_ns * self.disk_share)))

    def unasked(self) -> Fault | None:
        """What the test wants."""
        return self.unasked_fault

    def _hear(self, message: bytes) -> pb.ToBot:
        said = pb.ToBot.FromString(message)
        self.told.append(said)
        self.on_message(said)
        return said

    @property
    def decisions(self) -> list[pb.Decision]:
        """The requests among what it was sent."""
        return [message.decision for message in self.told if message.HasField("decision")]


def plan_of(rules: str, time: str = "30+0.5", seed: bytes = SEED, game: int = 1) -> GamePlan:
    """A game to be played by stand-ins."""
    config = GameConfig.parse(rules)
    bots = tuple(f"bot{seat}" for seat in range(config.players))
    return GamePlan(game, MatchSettings(config, TimeControl.parse(time)), seed, SALT, bots)


def referee(
    plan: GamePlan, seats: Sequence[StandIn], first_id: int = 0, faults: dict[int, Fault] | None = None
) -> GameResult:
    """Play it."""
    return asyncio.run(GameReferee(plan, seats, house_choice, first_id, faults).play())


def record_of(plan: GamePlan, played: GameResult) -> GameRecord:
    """The record of it."""
    versions = ("0" * 64,) * plan.settings.config.players
    return report.record_of(plan, played, Circumstances("test", plan.game, versions, "", 3, 1))
