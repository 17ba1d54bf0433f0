"""How does a bot take its seat and keep it? As a sandboxed process that plays many games."""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from arena.match.beside import beside
from arena.match.manifest import Bot
from arena.match.packages import bot_packages
from arena.match.remote import RemoteBody
from arena.match.sandboxed_body import SandboxedBody
from arena.match.settings import MatchTerms
from arena.proto import arena_pb2 as pb
from arena.record import Termination
from arena.referee import BotSeat, EmptySeat, Fault, GameResult, Seat, SeatServer
from arena.rules import RULES_VERSION
from arena.sandbox import Launch, Limits, Process, Sandbox, SandboxSeat, run_surroundings
from arena.wire import PROTOCOL, catalogue

PATIENCE_S = 1.0  # for a bot to leave by itself when it is told that the match is over


class BotProcess:
    """One bot at the table: started when it is needed, and again after a fault."""

    def __init__(
        self,
        sandbox: Sandbox,
        bot: Bot,
        folder: Path,
        terms: MatchTerms,
        number: int,
        env: Mapping[str, str] | None = None,
    ) -> None:
        self._env = env or {}
        self._sandbox = sandbox
        self._bot = bot
        self._folder = folder
        self._terms = terms
        self._settings = terms.settings
        self._number = number
        self._starts = 0
        self._deals: set[bytes] = set()
        self._seat: SandboxSeat | None = None
        self._server: SeatServer | None = None
        self._body: SandboxedBody | None = None
        self._undying = ""  # what it did when its process was to end
        self.player: BotSeat | None = None

    async def ready(self, deal: bytes, now_ns: Callable[[], int] = time.monotonic_ns) -> Fault | None:
        """Have the bot running and greeted for a deal; a fault if it does not get that far.

        A bot that has seen the deal before starts afresh: it knows what will be drawn.
        """
        if deal in self._deals:
            await self.farewell("the next game has a deal that you know")
        self._deals.add(deal)
        if self.player is not None:
            return None
        if (undying := self.undying()) is not None:
            return undying
        self._starts += 1
        player = await (self._expected(now_ns) if self._bot.is_remote else self._launched(now_ns))
        fault = await player.start(self._welcome(), self._settings.limits.start_s)
        if fault is None:
            self.player = player
        else:
            await self.leave()
        return fault

    @property
    def seat(self) -> Seat:
        """How the referee reaches the bot; an empty seat if it is not there."""
        return self.player or EmptySeat()

    async def _launched(self, now_ns: Callable[[], int]) -> BotSeat:
        """Start the bot in the sandbox, with a socket of its own."""
        self._seat = self._sandbox.take_seat()
        self._server = SeatServer(now_ns)
        await self._server.open(f"unix:{self._seat.socket_path}")
        self._seat.hand_over_socket()
        process = self._sandbox.launch(self._seat, self._launch(self._server.token))
        self._body = SandboxedBody(self._sandbox, process)
        return BotSeat(self._server, self._body, now_ns, self._settings.ponder)

    async def _expected(self, now_ns: Callable[[], int]) -> BotSeat:
        """Listen for a bot that runs elsewhere."""
        listen = self._terms.listen
        assert listen is not None
        self._server = SeatServer(now_ns, listen.tokens[self._number], shared=True)
        await self._server.open(listen.address(self._number), listen.credentials())
        return BotSeat(self._server, RemoteBody(), now_ns, ponder=True)

    def undying(self) -> Fault | None:
        """A fault if its last process did not end when it was told to; held against it once."""
        undying, self._undying = self._undying, ""
        return Fault(Termination.PROTOCOL, undying) if undying else None

    async def leave(self) -> None:
        """End the bot, whatever it is doing, and keep its logs. One that does not die loses its next game, or the last."""
        self.player = None
        self._deals.clear()
        if self._body is not None:
            body, self._body = self._body, None
            self._undying = await body.end() or ""
            self._keep_logs(body.process)
        if self._server is not None:
            await self._server.close()
            self._server = None
        if self._seat is not None:
            self._sandbox.give_back(self._seat)
            self._seat = None

    async def farewell(self, reason: str, patience_s: float = PATIENCE_S) -> None:
        """Say that the match is over, give the bot a moment to go by itself, and end it."""
        if self.player is not None:
            await self.player.dismiss(pb.ToBot(match_over=pb.MatchOver(reason=reason)).SerializeToString())
            if self._body is not None:
                await self._body.leaves(patience_s)
        await self.leave()

    def _launch(self, token: bytes) -> Launch:
        assert self._seat is not None
        tier = self._sandbox.tier
        around = run_surroundings(tier, self._bot.toolchains)
        packages = bot_packages(self._bot)
        env = {
            **around.env,
            **(
                {"PYTHONPATH": packages.search_path(tier, around.env.get("PYTHONPATH", ""))}
                if packages
                else {}
            ),
            **self._env,
            "ARENA_SOCKET": self._sandbox.socket_for_bot(self._seat),
            "ARENA_TOKEN": token.decode(),
        }
        return Launch(
            command=self._bot.run,
            folder=self._folder,
            mounts=(*around.mounts, *(packages.mounts if packages else ())),
            env=env,
            limits=self._limits(),
            with_socket=True,
            working_directory="/bot",
            cpus=self._terms.cpus,
            beside=beside(self._bot),
        )

    def _limits(self) -> Limits:
        """Those of the match, with no more memory than the bot wishes for."""
        limits = self._settings.limits
        return replace(limits, memory_mb=min(limits.memory_mb, self._bot.memory_mb or limits.memory_mb))

    def _welcome(self) -> bytes:
        welcome = pb.Welcome(
            protocol=PROTOCOL,
            rules_version=RULES_VERSION,
            match=self._terms.match,
            tiles=catalogue(),
            games=self._terms.games,
            bank_ns=self._settings.control.bank_ns,
            increment_ns=self._settings.control.increment_ns,
            ponder=self._settings.ponder,
        )
        return pb.ToBot(welcome=welcome).SerializeToString()

    def _keep_logs(self, process: Process) -> None:
        if self._terms.logs is None:
            return
        self._terms.logs.mkdir(parents=True, exist_ok=True)
        stem = f"{self._terms.match}-{self._number}-{self._bot.name}-{self._starts}"
        for name, capture in (("stdout", process.stdout), ("stderr", process.stderr)):
            text = capture.log().text()
            if text:
                (self._terms.logs / f"{stem}.{name}.txt").write_text(text, encoding="utf-8")


def fault_who_stayed(played: GameResult, by_seat: Mapping[int, BotProcess]) -> bool:
    """Have those lose a finished game who did not end when they were told to after it; whether there are any."""
    undying = {seat: one.undying() for seat, one in by_seat.items() if seat not in played.faults}
    stayed = {seat: fault for seat, fault in undying.items() if fault is not None}
    for seat, fault in stayed.items():
        played.fail(seat, fault)
    return bool(stayed)
