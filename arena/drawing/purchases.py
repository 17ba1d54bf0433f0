"""How is a purchase told and offered? By what is bought and how exactly it is paid."""

from arena.drawing.modules.drawn import Path, TableWords
from arena.drawing.phrases import paid_words, value_of
from arena.rules import CURRENCIES, Action


def bought(words: TableWords, action: Action) -> str:
    """What is bought, and for how much: tower 9 for 9 dirham (4 + 5, exact)."""
    return (
        f"{words.tile(tile_bought(words, action))} for {paid_words(action.cards, offer_price(words, action))}"
    )


def tile_bought(words: TableWords, action: Action) -> str:
    """The tile of the slot, or the one beside the market."""
    tile = words.seen.market[action.slot - 1] if action.slot else None
    return action.tile if tile is None else tile.name


def offer_price(words: TableWords, action: Action) -> int:
    """What it costs: a bazaar costs what the tile in the slot of its currency does (14.2)."""
    slot = action.slot or CURRENCIES.index(action.cards[0].partition("-")[0]) + 1
    tile = words.seen.market[slot - 1]
    return 0 if tile is None else tile.price


def purchase_path(_: TableWords, __: int, action: Action) -> Path:
    """First what is bought, then with which cards."""
    first: tuple[str, str | int] = ("slot", action.slot) if action.slot else ("beside", action.tile)
    return [first, ("pay", "+".join(action.cards))]


def purchase_label(words: TableWords, action: Action) -> str:
    """How exactly it is paid."""
    total = sum(value_of(card) for card in action.cards)
    over = total - offer_price(words, action)
    return "exact" if over == 0 else f"{total}: {over} too much"
