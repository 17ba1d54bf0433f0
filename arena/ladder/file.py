"""The ladder file: rules, times, limits, format, store and house bots, checked key by key."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from arena.ladder.keys import Keys, LadderError, load_toml
from arena.match import BOT_NAME, Dealing, MatchSettings, bot_folder, seat_orders
from arena.rating import PRIOR_DRAWS
from arena.record import TimeControl, TimeControlError
from arena.rules import ConfigError, GameConfig
from arena.sandbox import LimitError, Limits
from arena.untrusted import shown

FORMATS: Final = ("continuous", "round-robin", "swiss", "gauntlet", "knockout", "double-elimination")
ELIMINATIONS: Final = ("knockout", "double-elimination")


@dataclass(frozen=True, slots=True)
class Format:
    """Who is to play whom; each kind reads the fields that it needs."""

    kind: str = "continuous"
    newcomer_sets: int = 10  # continuous: sets after which a bot is no longer a newcomer
    rounds: int = 1  # round-robin and gauntlet: matches of each table; swiss: rounds
    bot: str = ""  # gauntlet: who runs it
    extra_sets: int = 2  # knockout and double-elimination: further sets while a table is tied


@dataclass(frozen=True, slots=True)
class LadderFile:
    """A ladder as its organiser wants it."""

    name: str
    settings: MatchSettings
    format: Format
    sets: int  # of a match
    anchor: str  # the bot whose rating is zero; "" for the first house bot
    prior_draws: float
    store: str
    bots: tuple[Path, ...]
    seed: str  # of all deals; "" for a secret that is drawn once and kept in the store

    @staticmethod
    def load(path: Path) -> "LadderFile":
        """Read and check a ladder file."""
        return load_toml(path, LadderFile.of)

    @staticmethod
    def of(table: object, path: Path) -> "LadderFile":
        """Check a table with the keys of a ladder file; `path` is the file that it is from."""
        return _from_table(table, path)

    @property
    def seats(self) -> int:
        """How many sit at a table."""
        return self.settings.config.players

    @property
    def games_a_set(self) -> int:
        """How many games one set of a match has: every seat order once."""
        return len(seat_orders(self.seats))


def _from_table(table: object, path: Path) -> LadderFile:
    keys = Keys(table)
    if keys.has("ladder") and keys.has("title"):
        raise LadderError(
            "is the file of an event, not of a ladder; `arena serve` hosts it, and bots are entered with --to URL"
        )
    name = keys.text("name", path.stem)
    if BOT_NAME.fullmatch(name) is None:
        raise LadderError(
            f"name: {shown(name)} must be 1 to 40 of a-z, 0-9, '.', '_' and '-', and begin and end with a letter or digit"
        )
    settings = _settings(keys)
    form = _format(keys.table("format"))
    if form.kind == "double-elimination" and settings.config.players != 2:
        raise LadderError(
            f"format.kind: a double-elimination is played in duels, not at tables of {settings.config.players}"
        )
    rating = Keys(keys.table("rating"), "rating.")
    ladder = LadderFile(
        name=name,
        settings=settings,
        format=form,
        sets=keys.whole("sets", 1, 1000, 5),
        anchor=rating.text("anchor", ""),
        prior_draws=rating.number("prior_draws", 0.01, 100.0, PRIOR_DRAWS),
        store=_store_url(keys.text("store"), path),
        bots=tuple(bot_folder(bot, path.parent) for bot in keys.texts("bots")),
        seed=keys.text("seed", ""),
    )
    keys.done()
    rating.done()
    return ladder


def _settings(keys: Keys) -> MatchSettings:
    return MatchSettings(
        config=_config(keys),
        control=_control(keys.text("time", "30+0.5")),
        limits=_limits(keys.table("limits")),
        ponder=keys.flag("ponder", False),
        restart=keys.flag("restart", False),
        tier=keys.whole("tier", 1, 3, 1),
        deals=_deals(keys),
    )


def _deals(keys: Keys) -> Dealing:
    if keys.has("duplicates"):
        raise LadderError('duplicates: is now deals = "duplicate" for "sets", and deals = "fresh" for "none"')
    return Dealing(keys.choice("deals", [*Dealing], Dealing.FRESH))


def _config(keys: Keys) -> GameConfig:
    rules = keys.text("rules")
    seats = keys.whole("seats", 2, 6, 2)
    if "players=" not in rules:
        rules = f"{rules},players={seats}"
    try:
        config = GameConfig.parse(rules)
    except ConfigError as error:
        raise LadderError(f"rules: {error}") from None
    if keys.has("seats") and seats != config.players:
        raise LadderError(f"seats: {seats}, but the rules say {config.players} players")
    return config


def _format(table: object) -> Format:
    keys = Keys(table, "format.")
    kind = keys.choice("kind", FORMATS, "continuous")
    form = Format(kind)
    if kind == "continuous":
        form = Format(kind, newcomer_sets=keys.whole("newcomer_sets", 1, 1000, form.newcomer_sets))
    elif kind in ELIMINATIONS:
        form = Format(kind, extra_sets=keys.whole("extra_sets", 0, 100, form.extra_sets))
    else:
        rounds = keys.whole("rounds", 1, 10_000, 5 if kind == "swiss" else 1)
        form = Format(kind, rounds=rounds, bot=keys.text("bot") if kind == "gauntlet" else "")
    keys.done()
    return form


def _control(text: str) -> TimeControl:
    try:
        return TimeControl.parse(text)
    except TimeControlError as error:
        raise LadderError(str(error)) from None


def _limits(table: object) -> Limits:
    if not isinstance(table, dict):
        raise LadderError(f"limits: must be a table, not {shown(table)}")
    try:
        return Limits.from_table(table)
    except LimitError as error:
        raise LadderError(str(error)) from None


def _store_url(store: str, path: Path) -> str:
    """A URL as it is; a path counts from the folder of the ladder file."""
    return store if len(urlsplit(store).scheme) > 1 else str((path.parent / store).absolute())
