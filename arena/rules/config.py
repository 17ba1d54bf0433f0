"""Which game is played? Edition, modules, players and options as one value with a canonical text."""

from typing import Final

from arena.rules.modules import edition_entry, editions, modules_of

MIN_PLAYERS: Final = 2  # the fewest players of a game
MAX_PLAYERS: Final = 6  # the most players of a game
TURNS_PER_PLAYER: Final = 100  # 3.6
MAX_TURN_LIMIT: Final = 100_000
DEALS: Final = ("open", "closed")
SWITCH: Final = ("true", "false")
KEYS: Final = ("players", "deal", "turn_limit")


class ConfigError(ValueError):
    """A configuration that names no game; the text says which key is wrong and what it may be."""


class GameConfig:
    """Edition, modules, number of players, deal variant (2.3), turn limit (3.6) and what the edition has of its own (17.5, 17.6)."""

    def __init__(
        self,
        edition: str = "classic",
        modules: tuple[str, ...] = (),
        players: int = 2,
        deal: str = "open",
        turn_limit: int | None = None,
        options: tuple[str, ...] = (),
        fixed: dict[str, str] | None = None,
    ) -> None:
        if edition not in editions():
            raise ConfigError(f"edition: {edition!r} is not one of {', '.join(editions())}")
        self.edition: Final = edition
        self.modules: Final = _in_order("modules", edition, modules, modules_of(edition))
        self.options: Final = _in_order("options", edition, options, options_of(edition))
        # What plugs into the engine (hooks.py), in the order of its facts.
        self.plugged: Final = self.modules if edition_entry(edition) is None else (edition, *self.modules)
        self.players: Final = _number("players", players, MIN_PLAYERS, MAX_PLAYERS)
        if deal not in DEALS:
            raise ConfigError(f"deal: {deal!r} is not one of {', '.join(DEALS)}")
        entry = edition_entry(edition)
        if deal != DEALS[0] and entry is not None and entry.open_deal:
            raise ConfigError(f"deal: {deal!r} is not for {edition}, which deals open sets (rule 17.4)")
        self.deal: Final = deal
        self.fixed: Final = _fixed(edition, fixed or {}, self.options)  # by key, what else would be drawn
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
        parts += [f"{option}=true" for option in self.options]
        parts += [f"{key}={value}" for key, value in self.fixed.items()]
        return ",".join(parts)

    @staticmethod
    def parse(text: str) -> "GameConfig":
        """Read a text such as "classic+camps+vizier,players=3,deal=closed" or "red-palace,players=4,classic_scoring=true"."""
        head, *options = text.split(",")
        edition, *modules = head.strip().split("+")
        switches = options_of(edition)
        keys = KEYS + switches + fixes_of(edition)
        given: dict[str, str] = {}
        for option in options:
            key, equals, value = option.strip().partition("=")
            if key not in keys or not equals:
                known = ", ".join(keys)
                raise ConfigError(f"{key or 'option'}: not an option; the options are {known}, as key=value")
            if key in given:
                raise ConfigError(f"{key}: given twice")
            if key in switches and value not in SWITCH:
                raise ConfigError(f"{key}: {value!r} is not one of {', '.join(SWITCH)}")
            given[key] = value
        limit = (
            _whole("turn_limit", given["turn_limit"], 1, MAX_TURN_LIMIT) if "turn_limit" in given else None
        )
        players = (
            _whole("players", given["players"], MIN_PLAYERS, MAX_PLAYERS)
            if "players" in given
            else MIN_PLAYERS
        )
        on = tuple([switch for switch in switches if given.get(switch) == SWITCH[0]])
        fixed = {key: given[key] for key in fixes_of(edition) if key in given}
        return GameConfig(edition, tuple(modules), players, given.get("deal", DEALS[0]), limit, on, fixed)

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


def options_of(edition: str) -> tuple[str, ...]:
    """The options that only this edition has, each on or off."""
    entry = edition_entry(edition)
    return () if entry is None else entry.options


def fixes_of(edition: str) -> tuple[str, ...]:
    """The keys by which a configuration fixes what this edition would draw."""
    entry = edition_entry(edition)
    return () if entry is None else entry.fixes


def _fixed(edition: str, given: dict[str, str], options: tuple[str, ...]) -> dict[str, str]:
    """The values in canonical form and order."""
    for key in given:
        if key not in fixes_of(edition):
            raise ConfigError(f"{key}: nothing of edition {edition} can be fixed by it")
    if "strips" in given and "classic_scoring" in options:
        raise ConfigError("strips: with classic_scoring there are none (rule 17.5)")
    entry = edition_entry(edition)
    canonical: dict[str, str] = {}
    for key in fixes_of(edition):
        if key in given and entry is not None and entry.fix is not None:
            try:
                canonical[key] = entry.fix(key, given[key])
            except ValueError as error:
                raise ConfigError(f"{key}: {error}") from None
    return canonical


def _in_order(key: str, edition: str, names: tuple[str, ...], allowed: tuple[str, ...]) -> tuple[str, ...]:
    for name in names:
        if name not in allowed:
            known = ", ".join(allowed) or "none"
            raise ConfigError(f"{key}: {name!r} is not one of {known} (edition {edition})")
        if names.count(name) > 1:
            raise ConfigError(f"{key}: {name!r} is named twice")
    return tuple([name for name in allowed if name in names])


def _whole(key: str, text: str, least: int, most: int) -> int:
    if not text.isdecimal() or not text.isascii() or len(text) > 9:
        raise ConfigError(f"{key}: {text!r} is not a whole number from {least} to {most}")
    return int(text)


def _number(key: str, value: int, least: int, most: int) -> int:
    if not least <= value <= most:
        raise ConfigError(f"{key}: {value} is not from {least} to {most}")
    return value
