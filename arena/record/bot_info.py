"""What did a bot think of its choice? Its own value, win chance and line, as it told them with its answer."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from typing import Any, Final

from arena.untrusted import json_value


@dataclass(frozen=True, slots=True)
class BotInfo:
    """What a bot told of one decision. It is for people: nothing depends on it."""

    value: float | None = None  # what it expects, in a unit of its own
    win: float | None = None  # its chance to win
    iterations: int = 0  # tries, positions or playouts that it rests on; 0 if it does not say
    line: tuple[str, ...] = ()  # actions that it expects
    text: str = ""

    def packed(self) -> str:
        """The form in a record: JSON without what was not told."""
        told: dict[str, Any] = {}
        if self.value is not None:
            told["value"] = self.value
        if self.win is not None:
            told["win"] = self.win
        told |= {"iterations": self.iterations} if self.iterations else {}
        told |= {"line": list(self.line)} if self.line else {}
        told |= {"text": self.text} if self.text else {}
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))

    @staticmethod
    def unpacked(text: str) -> "BotInfo | None":
        """What a record holds; None if that is nothing. ValueError if it is not what `packed` writes."""
        if not text:
            return None
        try:
            told = json_value(text.encode())
        except ValueError:
            told = None
        good = isinstance(told, dict) and all(name in _CHECKS and _CHECKS[name](told[name]) for name in told)
        info = BotInfo(**{**told, "line": tuple(told.get("line", ()))}) if good else None
        if info is None or info.packed() != text:
            raise ValueError("is not what a referee writes")
        return info


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and isfinite(value)


_CHECKS: Final[dict[str, Callable[[Any], bool]]] = {
    "value": _is_number,
    "win": _is_number,
    "iterations": lambda value: isinstance(value, int),
    "line": lambda value: isinstance(value, list) and all(isinstance(one, str) for one in value),
    "text": lambda value: isinstance(value, str),
}
