"""Do the greedy bots of all languages give the same answers, and so play the same games?"""

from itertools import combinations
from pathlib import Path

import pytest

from arena.match.bot_process import BotProcess
from arena.match.game import house_choice
from arena.match.kit import kit_names
from arena.match.manifest import Bot
from arena.match.recording_sandbox import RecordingSandbox
from arena.match.settings import MatchSettings, MatchTerms
from arena.proto import arena_pb2 as pb
from arena.record import Allowance, Termination, TimeControl
from arena.referee.game import GamePlan, GameReferee
from arena.referee.loop import run_to_end
from arena.referee.seat import Reply
from arena.rules import GameConfig, new_game
from arena.sandbox import Limits
from arena.units import SECOND_NS
from arena.wire import chosen
from tests.kits.kits import LANGUAGES, LINES, bot_folder, made
from tests.kits.requests import requests
from tests.rules.games import MODULES, PALACE_MODULES

ALL = "+".join(["classic", *MODULES])
PALACE = "+".join(["red-palace", *PALACE_MODULES])
CONTROL = TimeControl.parse("60+1")
FORMS = {"cpp": "action", "node": "text"}  # what docs/languages.md says of the others: by index


def bot_process(sandbox: RecordingSandbox, language: str, ponder: bool = False) -> BotProcess:
    folder = made(bot_folder(language), sandbox).folder
    settings = MatchSettings(GameConfig.parse(f"{ALL},players=2"), CONTROL, Limits(start_s=30), ponder)
    terms = MatchTerms("parity", 0, settings)
    return BotProcess(sandbox, Bot.load(bot_folder(language)), folder, terms, 0)


def test_everything_is_asked() -> None:
    """Every module of both editions, every number of seats, every verb, and abilities that are worth it."""
    asked = requests()
    configs = [GameConfig.parse(one.rules) for one in asked]
    for edition, modules in (("classic", MODULES), ("red-palace", PALACE_MODULES)):
        for module in modules:
            some = [config for config in configs if config.edition == edition and module in config.modules]
            assert {config.players for config in some} == {2, 3, 4, 5, 6}, module
    assert {one.message.observation.asked for one in asked} == set(pb.Asked.values()) - {
        pb.ASKED_UNSPECIFIED,
        pb.ASKED_NOTHING,
    }
    assert {action.verb + action.ending for one in asked for action in one.legal} == {
        "take", "buy", "build", "remove", "exchange", "place", "reserve", "give", "wake", "favour", "decline",
        "falcon", "done", "choose", "end", "pay", "post", "wall", "mason", "teller", "paver", "captain", "architect",
        "exchanger", "scout", "buyusing haggler", "buyusing gambler", "buyusing haggler+gambler",
    }  # fmt: skip
    assert {one.expected.verb + one.expected.ending for one in asked} >= {
        "choose", "end", "pay", "teller", "architect", "exchanger", "scout", "buyusing haggler",
    }  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_requests_get_the_same_answers(sandbox: RecordingSandbox, language: str) -> None:
    asked = requests()

    async def answers() -> list[str]:
        seat = bot_process(sandbox, language, ponder=True)  # frozen and thawed in the games below
        try:
            assert await seat.ready(b"") is None
            player = seat.player
            assert player is not None
            given = []
            rules = ""
            for one in asked:
                if one.rules != rules:
                    rules = one.rules
                    players = len(one.message.observation.seats)
                    start = pb.GameStart(game=1, rules=rules, players=players, bots=["greedy"] * players)
                    await player.tell(pb.ToBot(game_start=start).SerializeToString())
                question = pb.ToBot(decision=one.message).SerializeToString()
                reply = await player.ask(question, one.message.id, Allowance(30 * SECOND_NS))
                assert isinstance(reply, Reply), reply
                assert reply.answer.WhichOneof("choice") == FORMS.get(language, "index")
                given.append(str(chosen(reply.answer, one.legal)))
        finally:
            await seat.leave()
        return given

    given = run_to_end(answers())
    different = [
        f"{one.rules}: {one.message.id}: {answer}, not {one.expected}"
        for one, answer in zip(asked, given, strict=True)
        if answer != str(one.expected)
    ]
    assert different == []


def by_greedy(config: GameConfig, seed: bytes) -> list[str]:
    """The game that the house's own greedy plays against itself."""
    state = new_game(config, seed)
    actions = []
    while not state.is_over:
        action = house_choice(state)
        actions.append(str(action))
        state.apply(action)
    return actions


def test_any_two_play_the_same_game(sandbox: RecordingSandbox) -> None:
    """Every pair of languages plays a deal of its own of each edition, all stay up from game to game, and in the end all sit at one table."""
    available = [language for language in LANGUAGES if _can(language, sandbox)]
    if len(available) < 2:
        pytest.skip("there are no two of them")

    async def games() -> None:
        bot_processes = {language: bot_process(sandbox, language) for language in available}
        try:
            for number, pair in enumerate(combinations(available, 2), start=1):
                seats = pair if number % 2 else pair[::-1]
                await _same_game(bot_processes, seats, "classic,players=2", number)
                await _same_game(bot_processes, seats, "red-palace,players=2,turn_limit=30", 50 + number)
            await _same_game(bot_processes, tuple(available), f"{ALL},players={len(available)}", 100)
            await _same_game(bot_processes, tuple(available), f"{PALACE},players={len(available)}", 101)
            for one in bot_processes.values():
                await one.farewell("the test is over", 10)
        finally:
            for one in bot_processes.values():
                await one.leave()

    started = len(sandbox.launched)
    run_to_end(games())
    ended = [process.kill() for process in sandbox.launched[started:]]
    assert [(one.killed_by_us, one.exit_status) for one in ended] == [(False, 0)] * len(available)


async def _same_game(
    bot_processes: dict[str, BotProcess], seats: tuple[str, ...], rules: str, number: int
) -> None:
    config = GameConfig.parse(rules)
    seed = f"parity {number}".encode()
    for language in seats:
        assert await bot_processes[language].ready(seed) is None
    players = [bot_processes[language].player for language in seats]
    bots = tuple(f"greedy-{language}" for language in seats)
    plan = GamePlan(number, MatchSettings(config, CONTROL), seed, b"salt", bots)
    played = await GameReferee(
        plan, [player for player in players if player], house_choice, number * 10_000
    ).play()
    assert played.terminations == [Termination.NORMAL] * len(seats), played.faults
    assert [decision.action for decision in played.decisions] == by_greedy(config, seed), seats


def _can(language: str, sandbox: RecordingSandbox) -> bool:
    try:
        made(bot_folder(language), sandbox)
    except pytest.skip.Exception:
        return False
    return True


def test_the_list_of_languages_is_complete() -> None:
    root = Path(__file__).parents[2]
    assert sorted(kit_names()) == sorted((*LANGUAGES, *LINES))
    assert {path.name for path in (root / "bots").glob("greedy*")} == {
        bot_folder(one).name for one in LANGUAGES
    }
