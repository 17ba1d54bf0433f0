"""The whole state of one game, what can be asked about it and what can be done to it.

A state is mutable and cheap to clone. What changes all the time is its own, and it writes there: the stack, market, display,
discard and what seats hold. Other lists are values (values.py), and a city that clones share is copied when it changes. What is
still to come in a turn is a stack of pending steps; the one on top asks for a decision. SECRECY says of every field who may know it.
"""

from importlib import import_module
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from arena.rules import check, legal, turn, view
from arena.rules.action import Action
from arena.rules.cells import SIDE_BITS, SIDE_MASK
from arena.rules.chance import Rng
from arena.rules.city import City
from arena.rules.codes import ActionCodes
from arena.rules.compact import BLOCK_SHIFT
from arena.rules.components import BOOK, SIDES, TileBook
from arena.rules.config import GameConfig
from arena.rules.event import Event
from arena.rules.hooks import Hooks, Module, Plug
from arena.rules.refusal import IllegalAction, Refusal
from arena.rules.scoring import ScoringSheet, Sheet, filled_sheet, ranks_of
from arena.rules.steps import FINISH, decision_name, step_kind, step_seat
from arena.rules.text_table import table_text
from arena.rules.view import Observation
from arena.rules.wall import longest_run

SECRECY: Final = {
    "config": "public",
    "book": "public",
    "modules": "hooks.py",
    "plugs": "hooks.py",
    "hooks": "public",
    "market": "public",
    "display": "public",
    "deck": "secret",
    "deck_next": "public",
    "key": "secret",
    "reshuffles": "public",
    "bag": "secret",
    "bag_next": "public",
    "discard": "public",
    "dirk": "public",
    "steps": "view.py",
    "depth": "view.py",
    "turn": "public",
    "scorings": "public",
    "sheets": "public",
    "recording": "public",
    "log": "event.py",
    "log_size": "event.py",
    "takes": "public",
    "takes_from": "public",
    "players.hand": "own",
    "players.city": "public",
    "players.reserve": "public",
    "players.aside": "public",
    "players.score": "public",
}


class Player:
    """What one seat has."""

    def __init__(self, hand: vec[i64], city: City, reserve: vec[i64], aside: vec[i64], score: i64) -> None:
        self.hand = hand  # a pile (money.py)
        self.city = city
        self.reserve = reserve  # tiles, ascending
        self.aside = aside  # tiles bought and not yet placed (5.2), ascending
        self.score = score


class State:
    """One game at one moment, hidden things included. Made by `new_game`."""

    def __init__(
        self,
        config: GameConfig,
        book: TileBook,
        modules: list[Module],
        hooks: Hooks,
        players: list[Player],
        market: vec[i64],
        display: vec[i64],
        deck: vec[i64],
        deck_next: i64,
        key: bytes,
        reshuffles: i64,
        bag: vec[i64],
        bag_next: i64,
        discard: vec[i64],
        dirk: vec[i64],
        steps: vec[i64],
        depth: i64,
        turn: i64,
        scorings: list[int],
        sheets: list[Sheet],
        recording: bool,
        log: list[Event],
        log_size: i64,
    ) -> None:
        self.config = config
        self.book = book
        self.modules = modules
        self.plugs = [Plug(module) for module in modules]
        self.hooks = hooks
        self.players = players
        self.market = market  # a tile or -1, by slot
        self.display = display  # cards, ascending
        self.deck = deck  # cards and scoring cards in the order of drawing
        self.deck_next = deck_next  # index in deck of the next one
        self.key = key  # seeds the reshuffles
        self.reshuffles = reshuffles
        self.bag = bag  # tiles in the order of drawing
        self.bag_next = bag_next
        self.discard = discard  # a pile
        self.dirk = dirk  # his tiles, ascending (11.2)
        self._steps = steps  # the first `depth` of them are pending, the next one last (steps.py)
        self.depth = depth
        self._turn = turn
        self.scorings = scorings  # numbers of the scorings held
        self.sheets = sheets
        self.recording = recording
        self.log = log  # shared with clones; only the first log_size events are this game's
        self.log_size = log_size
        self.takes: vec[i64] = vec[i64]()  # the takes of 4.1, remembered from
        self.takes_from: i64 = -1  # this display, as one number

    def __repr__(self) -> str:
        asked = "over" if self.depth == 0 else f"seat {self.seat} decides: {self.decision}"
        return f"<State: {self.config}, turn {self.turn}, {asked}>"

    def __str__(self) -> str:
        """The table as text, with every hand."""
        seats = range(len(self.players))
        return table_text(self.observe(None), [self.observe(seat).seats[seat].hand or () for seat in seats])

    @property
    def is_over(self) -> bool:
        """Whether the game has ended and been scored."""
        return self.depth == 0

    @property
    def seat(self) -> int:
        """Who decides now; -1 when the game is over."""
        return -1 if self.depth == 0 else int(step_seat(self.top()))

    @property
    def decision(self) -> str | None:
        """What is asked: "act", "place" or a module's own; None when the game is over."""
        return None if self.depth == 0 else decision_name(step_kind(self.top()))

    @property
    def turn(self) -> int:
        """How many turns have been completed."""
        return int(self._turn)

    def legal_actions(self) -> list[Action]:
        """Everything that can be done now, in canonical order, with minimal payments only; empty when over."""
        codes = ActionCodes()
        legal.legal_codes(self, codes)
        return [Action(int(codes.items[i])) for i in range(codes.count)]

    def legal_codes(self, out: ActionCodes) -> None:
        """The same as compact actions, for search: `out` is filled anew."""
        out.clear()
        legal.legal_codes(self, out)

    def check(self, action: Action) -> Refusal | None:
        """Why an action is refused now, or None if it may be done."""
        return check.refusal(self, action.code)

    def apply(self, action: Action) -> list[Event]:
        """Do an action and all that follows up to the next decision; IllegalAction if `check` refuses it."""
        refusal = self.check(action)
        if refusal is not None:
            raise IllegalAction(action, refusal)
        before = self.log_size
        self.step(action.code)
        return self.log[before : self.log_size]

    def step(self, code: i64) -> None:
        """Do a compact action that is known to be legal."""
        turn.carry_out(self, code)

    def playout(self, rng: Rng) -> None:
        """Play at random, every legal action equally likely, to the end. Keeps no history from here on."""
        self.forget_history()
        codes = ActionCodes()
        while self.depth > 0:
            codes.clear()
            legal.legal_groups(self, codes)
            self.step(codes.at(rng.below(codes.count)))

    def clone(self) -> "State":
        """A game in the same state that goes its own way."""
        players: list[Player] = []
        for player in self.players:
            player.city.shared = True
            players.append(
                Player(player.hand[:], player.city, player.reserve[:], player.aside[:], player.score)
            )
        modules = self.modules
        if modules:
            modules = [module.clone() for module in modules]
        state = State(
            config=self.config,
            book=self.book,
            modules=modules,
            hooks=self.hooks,
            players=players,
            market=self.market[:],
            display=self.display[:],
            deck=self.deck,
            deck_next=self.deck_next,
            key=self.key,
            reshuffles=self.reshuffles,
            bag=self.bag,
            bag_next=self.bag_next,
            discard=self.discard[:],
            dirk=self.dirk,
            steps=self._steps[:],
            depth=self.depth,
            turn=self._turn,
            scorings=self.scorings,
            sheets=self.sheets,
            recording=self.recording,
            log=self.log,
            log_size=self.log_size,
        )
        state.takes = self.takes
        state.takes_from = self.takes_from
        return state

    def observe(self, seat: int | None) -> Observation:
        """What a seat sees now; None is a spectator, who sees no hand."""
        return view.observe(self, seat)

    def history(self, seat: int | None) -> list[Event]:
        """The events so far as a seat (or a spectator) knew them."""
        view.check_viewer(self, seat)
        if not self.recording:
            raise ValueError("this state keeps no history: it was played out or made to forget")
        return view.known_events(self.log[: self.log_size], seat)

    def forget_history(self) -> None:
        """Keep no events from here on, which makes play faster."""
        self.recording = False
        self.log = []
        self.log_size = 0

    def scores(self) -> list[int]:
        """Points by seat."""
        return [int(player.score) for player in self.players]

    def ranks(self) -> list[int]:
        """Ranks by seat, 1 for the most points; equal scores share a rank (10.3)."""
        return ranks_of(self.scores())

    def score_sheet(self) -> list[ScoringSheet]:
        """Each scoring held so far, row by row: the wall, each kind, each module."""
        return [sheet.published() for sheet in self.sheets]

    def next_scoring(self) -> ScoringSheet | None:
        """What the next scoring would pay if it came now; None when the game is over. Everything in it is public."""
        if self.depth == 0:
            return None
        ending = step_kind(self.bottom()) == FINISH
        number = 3 if ending else min(max(self.scorings, default=0) + 1, 3)
        return filled_sheet(self, number).published()

    def longest_wall(self, seat: int) -> list[tuple[int, int, str]]:
        """The sides of a seat's longest wall in order: column and row of the square, and the side (9.4)."""
        city = self.players[seat].city
        return [
            (int(city.x_of(side >> SIDE_BITS)), int(city.y_of(side >> SIDE_BITS)), SIDES[side & SIDE_MASK])
            for side in longest_run(city)
        ]

    def to_bytes(self) -> bytes:
        """The whole state, secrets and history included."""
        from arena.rules.storage import state_bytes  # noqa: PLC0415 - storage is made of states

        return state_bytes(self)

    @staticmethod
    def from_bytes(data: bytes) -> "State":
        """The state that gave these bytes; StateError says what is wrong with them."""
        from arena.rules.storage import read_state  # noqa: PLC0415 - storage is made of states

        return read_state(data)

    def _repr_html_(self) -> str:
        """What a notebook shows of it: the board, which a layer above draws and which is asked for by its name."""
        return str(import_module("arena.drawing").notebook_html(self))

    def top(self) -> i64:
        """The pending step that is next."""
        return self._steps[self.depth - 1]

    def bottom(self) -> i64:
        """The pending step that is last."""
        return self._steps[0]

    def push(self, step: i64) -> None:
        """Put a step on top."""
        if self.depth < len(self._steps):
            self._steps[self.depth] = step
        else:
            self._steps = append(self._steps, step)
        self.depth += 1

    def pop(self) -> None:
        """Take the top step away."""
        self.depth -= 1

    def pending(self) -> vec[i64]:
        """The steps to come, the next one last."""
        return self._steps[: self.depth]

    def set_pending(self, steps: vec[i64]) -> None:
        """Make these steps all that is to come."""
        self._steps = steps[:]
        self.depth = len(steps)

    def own_city(self, seat: i64) -> City:
        """A seat's city, to be changed: a copy of its own if clones share it."""
        player = self.players[seat]
        if player.city.shared:
            player.city = player.city.copy()
        return player.city

    def record(self, event: Event) -> None:
        """Add an event to the history. Call it only while `recording`."""
        if len(self.log) != self.log_size:
            self.log = self.log[: self.log_size]
        self.log.append(event)
        self.log_size += 1

    def owner_of(self, number: i64) -> Module | None:
        """The module whose verb or step this is, if it is in the game."""
        index = self.hooks.owner[number >> BLOCK_SHIFT]
        return None if index < 0 else self.plugs[index].module

    def count_turn(self) -> bool:
        """Count one more turn completed; True if it was the last that may be played (3.6)."""
        self._turn += 1
        return self._turn >= self.config.turn_limit

    def set_turn(self, turn: int) -> None:
        """Set how many turns have been completed (3.6)."""
        self._turn = turn


def blank_state(config: GameConfig, modules: list[Module], players: list[Player], key: bytes) -> State:
    """A table with nothing on it yet."""
    nothing = vec[i64]()
    return State(
        config=config,
        book=BOOK,
        modules=modules,
        hooks=Hooks(modules),
        players=players,
        market=vec[i64]([-1, -1, -1, -1]),
        display=nothing,
        deck=nothing,
        deck_next=0,
        key=key,
        reshuffles=0,
        bag=nothing,
        bag_next=0,
        discard=vec[i64]([0, 0, 0, 0]),
        dirk=nothing,
        steps=nothing,
        depth=0,
        turn=0,
        scorings=[],
        sheets=[],
        recording=True,
        log=[],
        log_size=0,
    )
