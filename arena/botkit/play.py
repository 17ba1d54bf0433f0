"""How does a bot play a match? It says hello and answers every decision until the match is over."""

import operator
import platform
import sys
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from typing import Final, NoReturn

import grpc

from arena.botkit.address import StartError, address, open_channel, token
from arena.botkit.info import Info
from arena.botkit.request import Game, Request
from arena.proto import arena_pb2 as pb
from arena.proto.arena_pb2_grpc import RefereeStub
from arena.rules import Action
from arena.wire import PROTOCOL

Choice = int | Action  # an index in `request.legal`, or an action written out
Chooser = Callable[[Request], Choice | tuple[Choice, Info]]  # what an author writes

FAILED: Final = 1


def run(choose: Chooser, software: str = "") -> None:
    """Play a whole match with this function; return when it is over. Call it last: it leaves the process if the referee is gone.

    What `choose` raises is not caught, so its traceback lands on stderr, the log of the bot.
    """
    try:
        _play(choose, software or f"Python {platform.python_version()}")
    except StartError as missing:
        _leave(str(missing))
    except grpc.RpcError as failure:
        _leave(f"the referee at {address()} is gone: {_reason(failure)}")
    except KeyboardInterrupt:
        _leave("interrupted")


def _play(choose: Chooser, software: str) -> None:
    said: SimpleQueue[pb.FromBot | None] = SimpleQueue()
    said.put(pb.FromBot(hello=pb.Hello(protocol=PROTOCOL, token=token(), software=software)))
    with open_channel() as channel:
        stub = RefereeStub(channel)  # type: ignore[no-untyped-call]  # generated code has no types
        heard = stub.Play(iter(said.get, None))
        try:
            for answer in _answers(heard, choose):
                said.put(pb.FromBot(answer=answer))
        finally:
            said.put(None)  # ends the thread that sends, else the process would wait for it


def _answers(heard: Iterator[pb.ToBot], choose: Chooser) -> Iterator[pb.Answer]:
    """An answer to each decision heard, until the match is over."""
    game: Game | None = None
    for message in heard:
        kind = message.WhichOneof("message")
        if kind == "game_start":
            game = Game(message.game_start)
        elif kind == "decision":
            if game is None or message.decision.game != game.number:
                raise RuntimeError(f"a decision of game {message.decision.game}, which was not started")
            request = Request(game, message.decision)
            yield _answer(message.decision.id, choose(request), request.choices)
        elif kind == "match_over":
            return
    _leave("the referee closed the stream before the match was over")


def _answer(id: int, choice: Choice | tuple[Choice, Info], choices: int) -> pb.Answer:
    if isinstance(choice, tuple):
        chosen, info = choice
        answer = _answer(id, chosen, choices)
        answer.info.CopyFrom(info.to_wire())
        return answer
    if isinstance(choice, Action):
        return pb.Answer(id=id, text=str(choice))
    try:
        index = operator.index(choice)
    except TypeError:
        raise TypeError(
            f"the bot chose {choice!r}, which is neither an Action nor an index in request.legal"
        ) from None
    if not 0 <= index < choices:
        raise IndexError(f"the bot chose index {index}, but request.legal has indices 0 to {choices - 1}")
    return pb.Answer(id=id, index=index)


def _reason(failure: grpc.RpcError) -> str:
    """The first line of what gRPC says."""
    details = getattr(failure, "details", None)  # there once the call has been made
    text = details() if details else str(failure)
    return (text or "no reason given").splitlines()[0]


def _leave(sentence: str) -> NoReturn:
    """End the process with one line on stderr."""
    sys.stderr.write(f"{sentence}\n")
    raise SystemExit(FAILED)
