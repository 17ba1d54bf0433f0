"""Is the JSON of the line protocol protobuf's own, for every message that a bot is told?"""

import json

import pytest
from google.protobuf.json_format import MessageToDict, MessageToJson

from arena.proto import arena_pb2 as pb
from arena.rules import RULES_VERSION, GameConfig, Rng, new_game
from arena.wire import JsonForm, catalogue, decision_bytes, event_to_wire
from tests.rules.games import MODULES

FORM = JsonForm(pb.ToBot)


def same(message: pb.ToBot, content: bytes | None = None) -> None:
    text = FORM.text(message.SerializeToString() if content is None else content)
    assert "\n" not in text
    assert json.loads(text) == MessageToDict(message, preserving_proto_field_name=True)


@pytest.mark.parametrize(
    "rules", ["classic,players=2", f"{'+'.join(['classic', *MODULES])},players=4", "red-palace,players=3"]
)
def test_every_decision_of_a_game(rules: str) -> None:
    state, rng = new_game(GameConfig.parse(rules), 3), Rng(3, "choices")
    told = [0] * len(state.players)
    for id in range(1, 10_000):
        if state.is_over:
            break
        seat, legal = state.seat, state.legal_actions()
        fresh = state.history(seat)[told[seat] :]
        told[seat] += len(fresh)
        content = decision_bytes(id, 1, state.observe(seat), fresh, legal, [10**10] * len(told), 5 * 10**8)
        if id % 7 == 1:
            same(pb.ToBot.FromString(content), content)
        state.apply(legal[int(rng.below(len(legal)))])
    over = pb.GameOver(
        game=1,
        events=[event_to_wire(event) for event in state.history(None)],
        scores=[-3, 90],
        ranks=[2, 1],
        seed=b"a seed",
        terminations=[pb.TERMINATION_NORMAL, pb.TERMINATION_TIMEOUT],
        sentence='It said "ÿ\n".',
    )
    same(pb.ToBot(game_over=over))


def test_the_other_messages() -> None:
    welcome = pb.Welcome(
        protocol=1,
        rules_version=RULES_VERSION,
        match="ä\u2028",
        tiles=catalogue(),
        games=2**32 - 1,
        bank_ns=2**63,
        ponder=True,
    )
    same(pb.ToBot(welcome=welcome))
    same(
        pb.ToBot(
            game_start=pb.GameStart(game=1, rules="classic", players=2, bots=["a", ""], commitment=b"\0\xff")
        )
    )
    same(pb.ToBot(match_over=pb.MatchOver()))
    same(pb.ToBot())


def test_names_come_in_the_order_of_their_numbers() -> None:
    """As MessageToJson has them, whatever the order of the bytes."""
    parts = [pb.Card(value=3), pb.Card(currency=pb.CURRENCY_DUCAT)]
    content = b"".join(part.SerializeToString() for part in parts)
    expected = MessageToJson(pb.Card.FromString(content), preserving_proto_field_name=True, indent=None)
    assert json.dumps(json.loads(JsonForm(pb.Card).text(content))) == expected
