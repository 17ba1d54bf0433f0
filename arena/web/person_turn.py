"""What is a person at a table asked, and what do they answer? A turn is tried out step by step and sent whole."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from arena.drawing import TriedTurn, question, refusal_fields
from arena.rules import Action, ActionError, IllegalAction, State
from arena.web.event_context import EventContext
from arena.web.game_frames import FrameShelf, GrowingFrames
from arena.web.games import GameView
from arena.web.models import CasualTable, WorkState
from arena.web.refusals import NotPermitted, RequestRefused

RESIGNS: Final = "resign"  # among a person's answers: they give the game up
MOST_STEPS: Final = 60
LOST: Final = "The table has gone on without this turn: it was not played."

Answer = dict[str, Any]


def seat_of(table: CasualTable) -> int:
    """Where the person sits."""
    if "" not in table.versions:
        raise NotPermitted("You do not sit at this table.")
    return table.versions.index("")


def is_asked(view: GameView, table: CasualTable) -> bool:
    """Whether it is the person who decides now, and nothing that they sent is still to be carried out."""
    seat = seat_of(table)
    return view.play.states[-1].seat == seat and len(table.answers) == _made(view, seat, view.play.last)


def table_message(shelf: FrameShelf, view: GameView | None, table: CasualTable, first: int | None) -> str:
    """A table as its person sees it, as JSON: the game or what came after a number of moves, and what is asked."""
    if view is None:
        failed = table.state == WorkState.FAILED
        return json.dumps({"state": "failed", "sentence": table.sentence} if failed else {"state": "waiting"})
    frames = shelf.growing(view)
    game = _game(frames, view, first)
    state = "playing" if view.record is None else "over"
    parts = [f'"state":"{state}"', game]
    if view.record is None and is_asked(view, table):
        asked = {"number": view.play.last, "since": frames.asked_since(), "rated": view.rated}
        parts.append(f'"asks":{json.dumps({**asked, **question(view.play.states[-1])}, ensure_ascii=False)}')
    return f"{{{','.join(parts)}}}"


def _game(frames: GrowingFrames, view: GameView, first: int | None) -> str:
    result = (
        ""
        if view.record is None
        else f',"result":{json.dumps(frames.frames.result(view.record), ensure_ascii=False)}'
    )
    over = "false" if view.record is None else "true"
    if first is not None:
        return f'{frames.after(first)},"over":{over}{result}'
    whole = frames.whole().removesuffix('"over":false}')
    return f'"game":{whole}"over":{over}{result}}}'


def try_turn(view: GameView, table: CasualTable, number: int, texts: Sequence[str]) -> Answer:
    """What these steps lead to, or why one of them is refused; nothing is sent to the table."""
    if not is_asked(view, table) or number != view.play.last:
        return {"lost": LOST}
    turn = TriedTurn(view.play.states[-1])
    stopped = _played(turn, texts)
    if stopped is not None:
        return stopped
    return {"to": turn.patch(), "turn": turn.told, "ends": turn.ends, **turn.question()}


def commit_turn(
    context: EventContext, view: GameView, table: CasualTable, number: int, texts: Sequence[str]
) -> Answer:
    """Play these steps. A turn that was sent before is not played twice."""
    seat = seat_of(table)
    if not 0 <= number <= view.play.last or not texts:
        raise RequestRefused("There is nothing to play.")
    before = _made(view, seat, number)
    if view.over or len(table.answers) > before:
        return {"ok": True} if table.answers[before : before + len(texts)] == list(texts) else {"lost": LOST}
    if number != view.play.last or view.play.states[-1].seat != seat:
        return {"lost": LOST}
    turn = TriedTurn(view.play.states[-1])
    stopped = _played(turn, texts[:-1])
    if stopped is not None:
        return stopped if "refusal" in stopped else {"lost": "A step that cannot be taken back comes last."}
    try:
        turn.play(parsed(texts[-1]))
    except IllegalAction as wrong:
        return {"refusal": refusal_fields(wrong.refusal, len(texts) - 1)}
    with context.database.session() as session:
        found = session.get_one(CasualTable, table.id, with_for_update=True)
        if len(found.answers) == before:
            found.answers = [*found.answers, *texts]
        elif found.answers[before : before + len(texts)] != list(texts):
            return {"lost": LOST}
    return {"ok": True}


def resign(context: EventContext, table: CasualTable) -> None:
    """Give the game up: at the person's next decision it is over for them."""
    seat_of(table)
    with context.database.session() as session:
        found = session.get_one(CasualTable, table.id, with_for_update=True)
        if found.state == WorkState.WAITING:
            found.state, found.sentence = WorkState.FAILED, "You left before the game began."
        elif found.state == WorkState.WORKING and RESIGNS not in found.answers:
            found.answers = [*found.answers, RESIGNS]


def position_of(view: GameView, table: CasualTable, number: int, texts: Sequence[str]) -> State | None:
    """The position after these steps of a person's turn, for a hint; None if there is nothing left to decide."""
    if not is_asked(view, table) or number != view.play.last:
        return None
    turn = TriedTurn(view.play.states[-1])
    if _played(turn, texts) is not None or turn.ends:
        return None
    position = view.play.states[-1].clone()
    for text in texts:
        position.apply(parsed(text))
    return position


def parsed(text: str) -> Action:
    """An action that a page sent."""
    try:
        return Action.parse(text)
    except ActionError as error:
        raise RequestRefused(f"That is no move: {error}.") from None


def steps_of(fields: Mapping[str, Any]) -> tuple[int, list[str]]:
    """Which decision a page speaks of, and the steps that it sent."""
    number, texts = fields.get("number"), fields.get("actions", [])
    if not isinstance(number, int) or isinstance(number, bool):
        raise RequestRefused("number: which decision this is about is missing.")
    if not isinstance(texts, list) or not all(isinstance(one, str) and len(one) < 200 for one in texts):
        raise RequestRefused("actions: must be a list of texts.")
    if len(texts) > MOST_STEPS:
        raise RequestRefused(f"actions: a turn has at most {MOST_STEPS} steps.")
    return number, texts


def _played(turn: TriedTurn, texts: Sequence[str]) -> Answer | None:
    """Try steps one after the other; what to answer if one stops it."""
    for step, text in enumerate(texts):
        action = parsed(text)
        if turn.ends:
            return {"lost": "The turn was complete before this step."}
        try:
            if not turn.play(action):
                return {"now": True}
        except IllegalAction as wrong:
            return {"refusal": refusal_fields(wrong.refusal, step)}
    return None


def _made(view: GameView, seat: int, number: int) -> int:
    """How many of the first decisions a seat made."""
    return sum(one.seat == seat for one in view.decisions[:number])
