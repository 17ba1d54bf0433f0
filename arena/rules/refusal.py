"""Why was an action refused? The rule it breaks, and a reason a bot's author can act on."""

from typing import Final

from arena.rules.action import Action


class Refusal:
    """Why an action may not be done: the rule's number and the reason in this position."""

    def __init__(self, rule: str, reason: str) -> None:
        self.rule: Final = rule
        self.reason: Final = reason

    def __str__(self) -> str:
        return f"{self.reason} (rule {self.rule})"

    def __repr__(self) -> str:
        return f"Refusal({self.rule!r}, {self.reason!r})"


class IllegalAction(ValueError):
    """An action that the rules refuse was to be done; the state is unchanged."""

    def __init__(self, action: Action, refusal: Refusal) -> None:
        super().__init__(f"{action}: {refusal}")
        self.action = action
        self.refusal = refusal
