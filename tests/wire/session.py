"""What does a conversation look like, message by message? The example of docs/protocol.md, made from a real game."""

import json
from typing import Any

from google.protobuf.json_format import MessageToDict

from arena.proto import arena_pb2 as pb
from arena.record import GameClock, TimeControl, TimeSpent, commitment_of
from arena.rules import RULES_VERSION, Event, GameConfig, Rng, new_game
from arena.wire import PROTOCOL, catalogue, decision_bytes, event_to_wire

SEED = b"an example"
SALT = b"sixteen bytes..."
MOST_ITEMS = 4
WIDTH = 110


def session(rules: str = "classic,players=2") -> list[tuple[str, pb.FromBot | pb.ToBot]]:
    """Who said what on the stream of seat 1, from hello to the end of a match of one game."""
    config = GameConfig.parse(rules)
    clock = GameClock(TimeControl.parse("30+0.5"), config.players)
    state = new_game(config, SEED)
    rng = Rng(1)
    told = 0
    said: list[tuple[str, pb.FromBot | pb.ToBot]] = _opening(config, clock)

    def news() -> list[Event]:
        nonlocal told
        fresh = state.history(1)[told:]
        told += len(fresh)
        return fresh

    number = 0
    while not state.is_over:
        number += 1
        legal = state.legal_actions()
        pick = int(rng.below(len(legal)))
        if state.seat == 1:
            question = decision_bytes(
                number, 1, state.observe(1), news(), legal, clock.bank_ns, clock.control.increment_ns
            )
            said.append(("referee", pb.ToBot.FromString(question)))
            said.append(("bot", pb.FromBot(answer=pb.Answer(id=number, index=pick))))
            clock.charge(1, TimeSpent(250_000_000, 0, 0))
        state.apply(legal[pick])
    over = pb.GameOver(
        game=1,
        events=[event_to_wire(event) for event in news()],
        scores=state.scores(),
        ranks=state.ranks(),
        seed=SEED,
        salt=SALT,
        terminations=[pb.TERMINATION_NORMAL, pb.TERMINATION_NORMAL],
    )
    said.append(("referee", pb.ToBot(game_over=over)))
    said.append(("referee", pb.ToBot(match_over=pb.MatchOver(reason="all games were played"))))
    return said


def _opening(config: GameConfig, clock: GameClock) -> list[tuple[str, pb.FromBot | pb.ToBot]]:
    hello = pb.Hello(protocol=PROTOCOL, token=b"0123456789abcdef", software="mybot 1.2")
    welcome = pb.Welcome(
        protocol=PROTOCOL,
        rules_version=RULES_VERSION,
        match="mybot-greedy",
        tiles=catalogue(),
        games=1,
        bank_ns=clock.control.bank_ns,
        increment_ns=clock.control.increment_ns,
    )
    start = pb.GameStart(
        game=1,
        rules=config.text,
        players=config.players,
        seat=1,
        bots=["greedy", "mybot"],
        commitment=commitment_of(SEED, SALT),
    )
    return [
        ("bot", pb.FromBot(hello=hello)),
        ("referee", pb.ToBot(welcome=welcome)),
        ("referee", pb.ToBot(game_start=start)),
    ]


def as_text() -> str:
    """The conversation as the document has it: protobuf's JSON, long lists cut short, one decision of many."""
    lines: list[str] = []
    decisions = 0
    for who, message in session():
        ((name, content),) = MessageToDict(message, preserving_proto_field_name=True).items()
        decisions += name == "decision"
        if decisions < 2 or name in ("game_over", "match_over"):
            if name == "game_over":
                lines.append(f"… {decisions - 1} more decisions and answers …")
            lines += _lines(f"{who}: {name} ", _shortened(content), "")
    return "\n".join(lines) + "\n"


def as_json_lines() -> str:
    """A whole short game as the page on the line protocol has it: every line, long lists cut short."""
    lines: list[str] = []
    for who, message in session("classic,players=2,turn_limit=2"):
        if isinstance(message, pb.FromBot) and message.HasField("hello"):
            message.hello.ClearField("token")  # the bridge adds it
        content = MessageToDict(message, preserving_proto_field_name=True)
        text = json.dumps(_shortened(content), ensure_ascii=False, separators=(",", ":"))
        lines.append(f"{'<' if who == 'bot' else '>'} {text}")
    return "\n".join(lines) + "\n"


def _shortened(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _shortened(item) for key, item in value.items()}
    if isinstance(value, list):
        kept = [_shortened(item) for item in value]
        return kept if len(kept) <= MOST_ITEMS else [*kept[:2], f"… {len(kept) - 2} more"]
    return value


def _lines(start: str, value: Any, indent: str) -> list[str]:
    """A value on one line if it fits, or else an item a line."""
    whole = indent + start + json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict) and (len(whole) > WIDTH or not indent):
        inner = [line for key, item in value.items() for line in _lines(f"{key}: ", item, indent + "  ")]
        return [f"{indent}{start}{{", *inner, f"{indent}}}"]
    if isinstance(value, list) and len(whole) > WIDTH:
        inner = [line for item in value for line in _lines("", item, indent + "  ")]
        return [f"{indent}{start}[", *inner, f"{indent}]"]
    return [whole]
