"""Alhambra as text, for language models: the position, the legal actions, and what is wrong with an answer."""

import re
from typing import NamedTuple

from arena.rules import Action, ActionError, Event, Observation, Refusal, State

MOST_EVENTS = 12
_NUMBER = re.compile(r"#?\s*(\d{1,6})\s*\.?")


class Answer(NamedTuple):
    """What a model said: an action, or why it is none, in a sentence to send back."""

    action: Action | None
    feedback: str


def describe(observation: Observation, history: list[Event] | None = None) -> str:
    """What a seat sees, as text: the rules, its seat, what is asked, the table, and the latest events of a history."""
    asked = "The game is over."
    if observation.decision is not None:
        who = (
            "You are"
            if observation.decider == observation.viewer
            else f"Seat {observation.decider} is"
            if observation.decider is not None
            else "Somebody is"
        )
        asked = f"{who} asked to {observation.decision}."
    seat = "You are a spectator." if observation.viewer is None else f"You are seat {observation.viewer}."
    lines = [f"Alhambra, {observation.config}. {seat} {asked}", "", str(observation)]
    if history:
        lines += ["", "Latest events:", *[f"- {event}" for event in history[-MOST_EVENTS:]]]
    return "\n".join(lines)


def legal(state: State) -> str:
    """The legal actions, numbered from 0, each in its canonical text."""
    return "\n".join(f"{i}: {action}" for i, action in enumerate(state.legal_actions()))


def parse(state: State, answer: str) -> Answer:
    """Read an answer: a number of the list, or an action written out, on its last line that is not empty.

    Payments that are legal but not on the list are accepted too, if they are written out.
    """
    lines = [line.strip().strip("`*\"'. ") for line in answer.splitlines() if line.strip().strip("`*\"'. ")]
    if state.is_over:
        return Answer(None, "The game is over; no action is asked for.")
    if not lines:
        return Answer(None, "The answer is empty. Answer with a number of the list, or with an action.")
    said = lines[-1]
    number = _NUMBER.fullmatch(said) or re.match(r"(\d{1,6}):\s", said)
    if number is not None:
        return _by_number(state.legal_actions(), int(number[1]))
    try:
        action = Action.parse(said)
    except ActionError as wrong:
        return Answer(None, f"{said[:200]!r} is no action: {wrong}")
    refusal: Refusal | None = state.check(action)
    if refusal is not None:
        return Answer(None, f"{action} is refused: {refusal}")
    return Answer(action, "")


def _by_number(actions: list[Action], number: int) -> Answer:
    if number < len(actions):
        return Answer(actions[number], "")
    return Answer(None, f"There is no action {number}; the list goes from 0 to {len(actions) - 1}.")
