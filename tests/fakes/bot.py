"""How does a bot misbehave? One that plays the first legal action until told otherwise by its arguments.

Written on the bare protocol: it has to be able to say what no honest library would.
"""

import argparse
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from importlib import import_module

# A fork must not wait for the library's threads: the fake forks until it is stopped.
os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"

import grpc

from arena.proto import arena_pb2 as pb

METHOD = "/arena.v1.Referee/Play"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    for name in (
        "crash", "stall", "illegal", "index", "garbage", "empty", "twice", "other", "flood", "hello", "close", "late", "hog", "fork",
        "huge", "log", "breed", "stubborn",
    ):  # fmt: skip
        parser.add_argument(
            f"--{name}-at", type=int, default=0, help="at the decision of this number in the match"
        )
    parser.add_argument("--hog-mb", type=int, default=4096)
    parser.add_argument("--late-s", type=float, default=0.0)
    parser.add_argument("--stubborn-s", type=float, default=8.0)
    parser.add_argument(
        "--stubborn-told", action="store_true", help="answer, and wait for SIGUSR1 before being stubborn"
    )
    parser.add_argument("--stubborn-over", action="store_true", help="be stubborn when the match is over")
    parser.add_argument(
        "--start", default="", choices=["", "never", "crash", "token", "version", "garbage", "silent"]
    )
    parser.add_argument("--from-game", type=int, default=1, help="misbehave in no game before this one")
    parser.add_argument("--remember", action="store_true", help="keep the last seed for the next life")
    parser.add_argument("--log-seeds", action="store_true", help="log the seed that each GameOver tells")
    return parser.parse_args()


class Fake:
    """The conversation."""

    def __init__(self, flags: argparse.Namespace) -> None:
        self.flags = flags
        self.out: queue.Queue[bytes | None] = queue.Queue()
        self.asked = 0
        self.out_of_reach: Callable[[], object] = sys.exit
        if flags.stubborn_at or flags.stubborn_over:
            # Here: some tests use this file alone.
            self.out_of_reach = import_module("stubborn").prepared(flags.stubborn_s)
            self.told, wakes = os.pipe2(os.O_NONBLOCK)
            os.set_blocking(self.told, True)
            signal.set_wakeup_fd(wakes)
            signal.signal(signal.SIGUSR1, lambda *_: None)

    def messages(self) -> Iterator[bytes]:
        while (message := self.out.get()) is not None:
            yield message

    def say(self, message: pb.FromBot) -> None:
        self.out.put(message.SerializeToString())

    def answer(self, id: int, index: int = 0) -> None:
        self.say(pb.FromBot(answer=pb.Answer(id=id, index=index)))

    def run(self) -> None:
        start = self.flags.start
        seed = b""
        memory = import_module("page_memory").PageMemory() if self.flags.remember else None
        if memory is not None:
            os.write(2, f"recalled {memory.recall().hex()}\n".encode())
        if start == "crash":
            sys.exit("this bot does not even start")
        if start == "never":
            time.sleep(3600)
        channel = grpc.insecure_channel(f"unix:{os.environ['ARENA_SOCKET']}")
        if start == "garbage":
            self.out.put(b"\xff\xff\xff\xff")
        elif start != "silent":
            token = b"wrong" if start == "token" else os.environ["ARENA_TOKEN"].encode()
            self.say(pb.FromBot(hello=pb.Hello(protocol=99 if start == "version" else 1, token=token)))
        play: grpc.StreamStreamMultiCallable[bytes, bytes] = channel.stream_stream(
            METHOD, request_serializer=None, response_deserializer=None
        )
        for message in play(self.messages()):
            said = pb.ToBot.FromString(message)
            if said.HasField("match_over"):
                if memory is not None and seed:
                    memory.keep(seed)
                if self.flags.stubborn_over:
                    self.out_of_reach()
                return
            if said.HasField("game_start"):
                os.write(2, f"game {said.game_start.game}\n".encode())
            if said.HasField("game_over"):
                seed = said.game_over.seed
            if said.HasField("game_over") and self.flags.log_seeds:
                over = said.game_over
                os.write(2, f"over {over.game} {over.seed.hex()} {over.salt.hex()}\n".encode())
            if said.HasField("decision"):
                self.asked += said.decision.game >= self.flags.from_game
                self.decide(said.decision)

    def decide(self, decision: pb.Decision) -> None:
        at = {
            name.removesuffix("_at")
            for name, when in vars(self.flags).items()
            if name.endswith("_at") and when == self.asked > 0
        }
        for deed in at & {"crash", "stall", "close", "hog", "breed", "fork", "log", "late", "stubborn"}:
            getattr(self, deed)()
        words = at & {"illegal", "index", "garbage", "empty", "twice", "other", "flood", "hello", "huge"}
        for word in words:
            self.misspeak(word, decision.id)
        if not words:
            self.answer(decision.id)

    def crash(self) -> None:
        sys.exit("boom: this bot crashed on purpose")

    def stall(self) -> None:
        time.sleep(3600)

    def close(self) -> None:
        self.out.put(None)
        time.sleep(3600)

    def hog(self) -> None:
        block = bytearray(self.flags.hog_mb << 20)
        block[::4096] = b"x" * len(block[::4096])

    def breed(self) -> None:
        """A child takes all the memory, and the bot plays on as if nothing had happened to it."""
        if (child := os.fork()) == 0:
            self.hog()
            os._exit(0)
        os.waitpid(child, 0)

    def fork(self) -> None:
        while True:
            try:
                if os.fork() == 0:
                    time.sleep(3600)
            except OSError:
                break

    def log(self) -> None:
        os.write(2, b"\x1b[2Jnoise\n" * 200_000)

    def late(self) -> None:
        time.sleep(self.flags.late_s)

    def stubborn(self) -> None:
        """Be out of reach in the kernel when it is time to stand still, or to die."""
        threading.Thread(target=self.disappear, daemon=True).start()
        if self.flags.stubborn_told:
            os.write(1, b"ready\n")
        else:
            time.sleep(0.05)  # until it is inside the call

    def disappear(self) -> None:
        """Where the bot has one processor, its answer may not leave before the call ends: so it can wait until that is sent."""
        if self.flags.stubborn_told:
            os.read(self.told, 1)
        self.out_of_reach()

    def misspeak(self, word: str, id: int) -> None:
        """Say something that is no good answer."""
        messages = {
            "illegal": pb.FromBot(answer=pb.Answer(id=id, text="give fountain")),
            "index": pb.FromBot(answer=pb.Answer(id=id, index=10_000)),
            "empty": pb.FromBot(answer=pb.Answer(id=id)),
            "other": pb.FromBot(answer=pb.Answer(id=id + 1, index=0)),
            "hello": pb.FromBot(hello=pb.Hello(protocol=1, token=b"again")),
        }
        if word in messages:
            self.say(messages[word])
        elif word == "garbage":
            self.out.put(b"\x0a\xff\xff\xff")
        elif word == "huge":
            self.out.put(b"\x00" * (1 << 20))
        else:
            for _ in range(2 if word == "twice" else 1000):
                self.answer(id)


if __name__ == "__main__":
    Fake(arguments()).run()
