"""Is a request exactly what its seat may know? Whole matches in every configuration, in one process with the referee."""

from pathlib import Path

import pytest

from arena.botkit import Clock, Info, Request, run
from arena.proto import arena_pb2 as pb
from arena.rules import Action, Rng
from tests.botkit.table import BANK_NS, INCREMENT_NS, TOKEN, Table, commitment, serving
from tests.rules.games import MODULES
from tests.rules.views import by_name

EDITIONS = ["classic", *(f"classic+{module}" for module in MODULES), "+".join(["classic", *MODULES])]
GAMES = [
    f"{edition},players={2 + i % 5},deal={deal},turn_limit=25"
    for i, edition in enumerate(EDITIONS)
    for deal in ("open", "closed")
]


@pytest.fixture
def socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "seat.sock"
    monkeypatch.setenv("ARENA_SOCKET", str(path))
    monkeypatch.setenv("ARENA_TOKEN", TOKEN.decode())
    return path


def test_every_request_is_what_the_seat_may_know(socket: Path) -> None:
    table = Table(GAMES)
    rng = Rng(3)
    started: list[int] = []

    def choose(request: Request) -> int:
        state = table.state
        assert state is not None
        assert request.seat == state.seat == request.game % state.config.players
        assert request.rules == state.config
        assert request.observation == state.observe(request.seat)
        assert by_name(request.observation) == by_name(state.observe(request.seat))
        assert request.history == state.history(request.seat)
        assert request.legal == state.legal_actions()
        assert request.choices == len(request.legal)
        assert request.bots == tuple(f"bot {i}" for i in range(state.config.players))
        assert request.commitment == commitment(table.seed, request.game)
        if request.game not in started:
            started.append(request.game)
            guess = request.determinize(rng)
            assert guess.observe(request.seat) == request.observation
            assert guess.history(request.seat) == request.history
            assert guess.legal_actions() == request.legal
        return int(rng.below(request.choices))

    with serving(table, socket):
        run(choose, "a test")
    assert started == list(range(1, len(GAMES) + 1))
    assert table.asked == len(table.actions) > 10 * len(GAMES)
    assert table.software == "a test"


def test_a_request_that_is_kept_does_not_grow(socket: Path) -> None:
    kept: list[tuple[Request, int]] = []

    def choose(request: Request) -> int:
        assert table.state is not None
        kept.append((request, len(table.state.history(request.seat))))
        return 0

    table = Table(["classic,turn_limit=10"] * 2)
    with serving(table, socket):
        run(choose)
    sizes = [size for _, size in kept]
    assert [len(request.history) for request, _ in kept] == sizes
    assert max(sizes) > sizes[0]
    assert {request.game for request, _ in kept} == {1, 2}


def test_an_action_may_be_written_out(socket: Path) -> None:
    def choose(request: Request) -> Action:
        return request.legal[-1]

    written = Table(["classic,turn_limit=10"])
    with serving(written, socket):
        run(choose)
    counted = Table(["classic,turn_limit=10"])
    with serving(counted, socket):
        run(lambda request: request.choices - 1)
    assert written.actions == counted.actions
    assert written.asked > 5


@pytest.mark.parametrize(
    ("choice", "error", "sentence"),
    [
        (None, TypeError, "the bot chose None, which is neither an Action nor an index in request.legal"),
        ("pass", TypeError, "the bot chose 'pass', which is neither an Action nor an index in request.legal"),
        (-1, IndexError, r"the bot chose index -1, but request.legal has indices 0 to \d+"),
        (9999, IndexError, r"the bot chose index 9999, but request.legal has indices 0 to \d+"),
    ],
)
def test_what_is_no_choice_is_an_error_of_the_bot(
    socket: Path, choice: object, error: type[Exception], sentence: str
) -> None:
    with serving(Table(["classic"]), socket), pytest.raises(error, match=sentence):
        run(lambda _: choice)  # type: ignore[arg-type, return-value]  # that is what is tested


def test_the_clock_is_that_of_the_own_seat(socket: Path) -> None:
    clocks: list[Clock] = []

    def choose(request: Request) -> int:
        clocks.append(request.clock)
        return 0

    with serving(Table(["classic,turn_limit=4"], seed=5), socket):
        run(choose)
    # 54 tiles less six for Dirk and four in the market: 10 + 2 * 44 / 2 decisions.
    assert clocks[0] == Clock(BANK_NS - 1, INCREMENT_NS, 54)
    assert clocks[0].budget_ns() == 500_000_000 + 29_999_999_999 // 54


@pytest.mark.parametrize(
    ("bank_ns", "increment_ns", "decisions_left", "budget_ns"),
    [
        (10_000_000_000, 0, 50, 200_000_000),
        (10_000_000_000, 1_000_000_000, 50, 1_200_000_000),
        (0, 1_000_000_000, 50, 950_000_000),  # 50 ms are kept back
        (0, 60_000_000, 50, 30_000_000),  # but never more than half
        (0, 0, 50, 0),
    ],
)
def test_a_budget_lasts(bank_ns: int, increment_ns: int, decisions_left: int, budget_ns: int) -> None:
    assert Clock(bank_ns, increment_ns, decisions_left).budget_ns() == budget_ns


def test_a_bot_may_tell_what_it_thinks(socket: Path) -> None:
    """It is cut to what the protocol allows, so that no bot fails over too long a text."""
    table = Table(["classic,players=2,turn_limit=4"])

    def choose(request: Request) -> tuple[int | Action, Info]:
        line = (request.legal[0], "take denar-1") * 20
        return request.legal[0], Info(value=0.6, win=0.0, iterations=7, line=line, text="é" * 600)

    with serving(table, socket):
        run(choose)
    assert table.infos
    for info, action in zip(table.infos, table.actions, strict=True):
        assert info == pb.Info(
            value=0.6, win=0.0, iterations=7, line=[str(action), "take denar-1"] * 16, text="é" * 512
        )


def test_a_bot_may_tell_nothing(socket: Path) -> None:
    table = Table(["classic,players=2,turn_limit=4"])
    with serving(table, socket):
        run(lambda _: 0)
    assert table.infos == []
