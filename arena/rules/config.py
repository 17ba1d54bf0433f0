"""Which game is played? Edition, modules, players and options as one small value with a canonical text."""

from typing import Final

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 6
TURNS_PER_PLAYER: Final = 100  # 3.6
MAX_TURN_LIMIT: Final = 100_000
DEALS: Final = ("open", "closed")
EDITIONS: Final[dict[str, tuple[str, ...]]] = {
    "classic": ("vizier", "camps", "bazaars", "falconers", "medina"),
}
KEYS: Final = ("players", "deal", "turn_limit")


class ConfigError(ValueError):
    """A configuration that names no game; the text says which key is wrong and what it may be."""


class GameConfig:
    """Edition, modules, number of players, deal variant (2.3) and turn limit (3.6)."""

    def __init__(
        self,
        edition: str = "classic",
        modules: tuple[str, ...] = (),
        players: int = 2,
        deal: str = "open",
        turn_limit: int | None = None,
    ) -> None:
        self.edition: Final = edition
        self.modules: Final = _in_order(edition, modules)
        self.players: Final = _number("players", players, MIN_PLAYERS, MAX_PLAYERS)
        if deal not in DEALS:
            raise ConfigError(f"deal: {deal!r} is not one of {', '.join(DEALS)}")
        self.deal: Final = deal
        default = TURNS_PER_PLAYER * players
        self.turn_limit: Final = _number(
            "turn_limit", default if turn_limit is None else turn_limit, 1, MAX_TURN_LIMIT
        )
        self.text: Final = self._text(default)

    def _text(self, default_limit: int) -> str:
        parts = ["+".join((self.edition, *self.modules)), f"players={self.players}"]
        if self.deal != DEALS[0]:
            parts.append(f"deal={self.deal}")
        if self.turn_limit != default_limit:
            parts.append(f"turn_limit={self.turn_limit}")
        return ",".join(parts)

    @staticmethod
    def parse(text: str) -> "GameConfig":
        """Read a text such as "classic+camps+vizier,players=3,deal=closed"."""
        head, *options = text.split(",")
        edition, *modules = head.strip().split("+")
        given: dict[str, str] = {}
        for option in options:
            key, equals, value = option.strip().partition("=")
            if key not in KEYS or not equals:
                raise ConfigError(
                    f"{key or 'option'}: not an option; the options are {', '.join(KEYS)}, as key=value"
                )
            if key in given:
                raise ConfigError(f"{key}: given twice")
            given[key] = value
        limit = (
            _whole("turn_limit", given["turn_limit"], 1, MAX_TURN_LIMIT) if "turn_limit" in given else None
        )
        players = (
            _whole("players", given["players"], MIN_PLAYERS, MAX_PLAYERS)
            if "players" in given
            else MIN_PLAYERS
        )
        return GameConfig(edition, tuple(modules), players, given.get("deal", DEALS[0]), limit)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"GameConfig({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, GameConfig) and self.text == other.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> tuple[object, ...]:
        return GameConfig.parse, (self.text,)


def _in_order(edition: str, modules: tuple[str, ...]) -> tuple[str, ...]:
    if edition not in EDITIONS:
        raise ConfigError(f"edition: {edition!r} is not one of {', '.join(EDITIONS)}")
    allowed = EDITIONS[edition]
    for module in modules:
        if module not in allowed:
            raise ConfigError(f"modules: {module!r} is not one of {', '.join(allowed)} (edition {edition})")
        if modules.count(module) > 1:
            raise ConfigError(f"modules: {module!r} is named twice")
    return tuple(module for module in allowed if module in modules)


def _whole(key: str, text: str, least: int, most: int) -> int:
    if not text.isdecimal() or not text.isascii() or len(text) > 9:
        raise ConfigError(f"{key}: {text!r} is not a whole number from {least} to {most}")
    return int(text)


def _number(key: str, value: int, least: int, most: int) -> int:
    if not least <= value <= most:
        raise ConfigError(f"{key}: {value} is not from {least} to {most}")
    return value
