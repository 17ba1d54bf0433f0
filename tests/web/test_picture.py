"""Are the pictures of a game in the README what its page looks like? With ARENA_GOLDEN=rewrite they are taken anew.

A picture that looks the same is left as it is: fonts and browsers differ a little from host to host.
"""

import base64
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.ladder.pairing import Pairing
from arena.record import DecisionRecord, GameRecord, events_digest, ranks_after, sealed
from arena.rules import GameConfig, State, new_game
from arena.search import greedy_choice
from tests.conftest import ROOT
from tests.web.browsing import needs_browser
from tests.web.events import cast, listening, played, version_of

PICTURES = ROOT / "docs" / "pictures"
RULES = "classic,players=2"
SEED = b"a game to look at"
MOVE = 88
SIZE = {"width": 1280, "height": 800}
MOST = 0.06
"""How far apart two pictures may be, on average over their parts, from 0 to 1. Another board is further apart."""
DIFFERENCE = """async ([one, other]) => {
  const shades = async (source) => {
    const image = new Image();
    image.src = `data:image/png;base64,${source}`;
    await image.decode();
    const canvas = new OffscreenCanvas(64, 40);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0, 64, 40);
    return context.getImageData(0, 0, 64, 40).data;
  };
  const [left, right] = [await shades(one), await shades(other)];
  return left.reduce((sum, shade, index) => sum + Math.abs(shade - right[index]), 0) / (255 * left.length);
}"""


def game(match: str) -> GameRecord:
    """A whole game of two bots that look one step ahead."""
    state: State = new_game(GameConfig.parse(RULES), SEED)
    decisions: list[DecisionRecord] = []
    while not state.is_over:
        legal = state.legal_actions()
        action = legal[greedy_choice(state.observe(state.seat), legal)]
        number = len(decisions)
        decisions.append(
            DecisionRecord(state.seat, str(action), 2_000_000, 2_000_000, 0, 2_000_000, False, number + 1)
        )
        state.apply(action)
    scores = tuple(state.scores())
    by_chance = played(match, 1, ("lion", "crow"), SEED)
    return sealed(
        replace(
            by_chance,
            rules=RULES,
            decisions=tuple(decisions),
            scores=scores,
            ranks=ranks_after(scores, ("normal", "normal")),
            events_digest=events_digest(state),
            seal=b"",
        )
    )


@needs_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_picture_of_a_game(browser: Any, tmp_path: Path, scheme: str) -> None:
    stage = cast(tmp_path, title="Granada Cup")
    pairing = Pairing((version_of("lion"), version_of("crow")), "picture", 1, "to be looked at")
    stage.context.ladder_folder.matches.choose(pairing.named("test"), pairing)
    stage.context.ladder_folder.games.append([game(pairing.named("test"))])
    page = browser.new_page()
    with listening(stage.context) as url:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        page.set_viewport_size(SIZE)
        page.goto(f"{url}/games/{pairing.named('test')}/1?move={MOVE}")
        page.wait_for_selector("[data-board][data-ready]")
        taken = page.screenshot()
    file = PICTURES / f"game-{scheme}.png"
    kept = file.read_bytes() if file.exists() else taken
    pair = [base64.b64encode(one).decode() for one in (taken, kept)]
    page.goto("about:blank")
    apart = page.evaluate(DIFFERENCE, pair)
    page.close()
    if os.environ.get("ARENA_GOLDEN") == "rewrite" and (apart > MOST / 3 or not file.exists()):
        file.write_bytes(taken)
        apart = 0.0
    assert file.exists()
    assert apart <= MOST, "the page of a game looks different: run `make golden` and look at docs/pictures"
