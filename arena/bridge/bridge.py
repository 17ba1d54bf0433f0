"""How does a bot play in lines? It is started with pipes, and what it is told and what it says go through them."""

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import IO, Final

import grpc

from arena.botkit import StartError, open_channel, token
from arena.bridge.lines import MOST_BYTES, BadLine, message_of
from arena.proto import arena_pb2 as pb
from arena.wire import JsonForm

METHOD: Final = "/arena.v1.Referee/Play"
NO_MESSAGE: Final = b"\xff"  # what the referee is sent for a line that means nothing: bytes that mean nothing
TO_BOT: Final = JsonForm(pb.ToBot)
FAILED: Final = 1
NOT_FOUND: Final = 127
SIGNALLED: Final = 128  # what a shell adds to the number of the signal that ended a program
END_S: Final = (
    0.5  # between the end of its lines and the end of the bot, if that is what the end of its lines means
)


def play_in_lines(command: list[str]) -> int:
    """Run a bot for a whole match; its exit status."""
    try:
        secret = token()
        channel = open_channel()
    except StartError as missing:
        return _failed(str(missing))
    own = ("ARENA_SOCKET", "ARENA_TOKEN", "ARENA_CA")  # the bridge's affair
    env = {name: value for name, value in os.environ.items() if name not in own}
    try:
        bot = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env)
    except OSError as error:
        _failed(f"{command[0]}: cannot be started: {error.strerror}")
        return NOT_FOUND
    return _play(bot, channel, secret)


def _play(bot: subprocess.Popen[bytes], channel: grpc.Channel, secret: bytes) -> int:
    assert bot.stdin is not None
    assert bot.stdout is not None
    play: grpc.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(
        METHOD, request_serializer=None, response_deserializer=None
    )
    try:
        for message in play(_said(bot, bot.stdout, secret)):
            if not _told(bot.stdin, message):
                break
    except grpc.RpcError as failure:
        details = getattr(failure, "details", lambda: None)()
        _failed(f"the referee is gone: {(details or 'no reason given').splitlines()[0]}")
        return FAILED
    return status_of(bot)


def _told(stdin: IO[bytes], message: bytes) -> bool:
    """Hand a message to the bot; False if it was the last, or nobody reads any more."""
    over = pb.ToBot.FromString(message).HasField("match_over") if len(message) < MOST_BYTES else False
    try:
        stdin.write(TO_BOT.text(message).encode() + b"\n")
        stdin.flush()
        if over:
            stdin.close()
    except OSError:  # it has ended, or closed its stdin
        return False
    return not over


def _said(bot: subprocess.Popen[bytes], stdout: IO[bytes], secret: bytes) -> Iterator[bytes]:
    """What the bot says, line by line; runs in a thread of the library's."""
    number = 0
    while line := stdout.readline(MOST_BYTES + 1):
        number += 1
        try:
            message = message_of(line)
        except BadLine as wrong:
            _failed(f"line {number} of stdout: {wrong}")
            yield NO_MESSAGE
            return
        if message.HasField("hello") and not message.hello.token:
            message.hello.token = secret
        yield message.SerializeToString()
    try:
        bot.wait(END_S)
    except subprocess.TimeoutExpired:
        return  # it has closed its stdout and goes on: the stream ends as well
    os._exit(status_of(bot))


def status_of(bot: subprocess.Popen[bytes]) -> int:
    """How the bot ended, once it has, as a shell would say it."""
    status = bot.wait()
    return status if status >= 0 else SIGNALLED - status


def _failed(sentence: str) -> int:
    sys.stderr.write(f"{sentence}\n")
    sys.stderr.flush()
    return FAILED
