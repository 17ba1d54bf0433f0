"""What does the engine service cost? Its calls beside a bare gRPC echo, and its playouts beside the library's own.

Server and client are two processes on one processor, as a bot and its engine are. The echo is the same server with a method that returns as
many bytes as the call it is compared with. Figures are processor time of both processes together, measured in turn, round by round; a ratio is
the median of the rounds' ratios.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import grpc
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from arena.engine.server import OPTIONS
from arena.proto import arena_pb2 as pb
from arena.proto.arena_pb2_grpc import EngineStub
from arena.rules import Determinizer, GameConfig, Rng, State, compiled, new_game
from arena.search import PlayoutBatch
from arena.wire import event_to_wire, observation_to_wire

RULES = "classic,players=2"
ACTIONS = 20  # of the game before it is looked at
TURNS = 20


def position() -> State:
    state, rng = new_game(GameConfig.parse(RULES), 1), Rng(1, "actions")
    for _ in range(ACTIONS):
        legal = state.legal_actions()
        state.apply(legal[int(rng.below(len(legal)))])
    return state


def serve_echo(socket: str) -> None:
    """A method that sends back as many bytes as the first four say."""
    server = grpc.server(ThreadPoolExecutor(1), options=OPTIONS)

    def echo(request: bytes, context: grpc.ServicerContext) -> bytes:
        del context
        return b"x" * int.from_bytes(request[:4], "big")

    handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.unary_unary_rpc_method_handler(echo)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("echo", {"Echo": handler}),))
    server.add_insecure_port(f"unix:{socket}")
    server.start()
    server.wait_for_termination()


class Meter:
    """Processor time of this process and of those that serve it, so that other programs on the host do not count."""

    def __init__(self, pids: Sequence[int]) -> None:
        self._pids = [os.getpid(), *pids]

    def now(self) -> float:
        """Seconds so far."""
        total_ns = 0
        for pid in self._pids:
            for task in Path(f"/proc/{pid}/task").iterdir():
                total_ns += int((task / "schedstat").read_text().split()[0])
        return total_ns / 1e9

    def seconds(self, call: Callable[[], object], times: int) -> float:
        """What one call takes."""
        began = self.now()
        for _ in range(times):
            call()
        return (self.now() - began) / times


def calls(engine: Any, echo: Any, meter: Meter, state: State, rounds: int, times: int) -> Table:
    """Each call beside an echo with messages of the same sizes."""
    known = pb.DeterminizeRequest(
        observation=observation_to_wire(state.observe(state.seat)),
        history=[event_to_wire(event) for event in state.history(state.seat)],
        count=1,
    )
    number = engine.Determinize(known).states[0]
    requests: dict[str, Any] = {
        "Legal": pb.LegalRequest(state=number),
        "Score": pb.ScoreRequest(state=number),
        "Observe": pb.ObserveRequest(state=number, viewer=state.seat),
        "Evaluate": pb.EvaluateRequest(states=[number]),
    }
    table = Table(title="a call beside a bare gRPC echo of the same sizes", box=SIMPLE_HEAD, pad_edge=False)
    for name in (
        "call",
        "bytes out",
        "bytes back",
        "call, us",
        "echo, us",
        "ratio (lowest to highest round)",
    ):
        table.add_column(name, justify="left" if name == "call" else "right")
    for name, request in requests.items():
        method = getattr(engine, name)
        sent, back = request.ByteSize(), method(request).ByteSize()
        word = back.to_bytes(4, "big") + b"x" * max(0, sent - 4)
        took = [
            (meter.seconds(partial(method, request), times), meter.seconds(partial(echo, word), times))
            for _ in range(rounds)
        ]
        table.add_row(name, str(sent), str(back), *_figures(took))
    took = []
    for _ in range(rounds):
        clone = engine.Clone(pb.CloneRequest(state=number, count=times)).states
        steps = iter([pb.ApplyRequest(state=one, index=0) for one in clone])
        back = engine.Legal(pb.LegalRequest(state=number)).ByteSize()
        bare = partial(echo, back.to_bytes(4, "big"))
        took.append((meter.seconds(lambda: engine.Apply(next(steps)), times), meter.seconds(bare, times)))  # noqa: B023 - called at once
        engine.Release(pb.ReleaseRequest(states=clone))
    table.add_row("Apply", "4", str(back), *_figures(took))
    return table


def _figures(took: list[tuple[float, float]]) -> list[str]:
    ratios = sorted(call / echo for call, echo in took)
    call, echo = (statistics.median(values) * 1e6 for values in zip(*took, strict=True))
    return [
        f"{call:.0f}",
        f"{echo:.0f}",
        f"{statistics.median(ratios):.2f} ({ratios[0]:.2f}-{ratios[-1]:.2f})",
    ]


def playouts(engine: Any, meter: Meter, state: State, rounds: int, budget_s: float) -> Table:
    """Playouts a second of processor time through the service, and by the library in one process."""
    table = Table(title="playouts a second, service over library", box=SIMPLE_HEAD, pad_edge=False)
    for name in ("policy", "service", "library", "ratio (lowest to highest round)"):
        table.add_column(name, justify="left" if name == "policy" else "right")
    known = pb.DeterminizeRequest(
        observation=observation_to_wire(state.observe(state.seat)),
        history=[event_to_wire(event) for event in state.history(state.seat)],
        count=8,
    )
    legal = state.legal_actions()
    determinizer = Determinizer(state.observe(state.seat), state.history(state.seat), recording=False)
    for name, policy, turns in (
        ("heuristic, 20 turns", pb.POLICY_HEURISTIC, TURNS),
        ("heuristic, to the end", pb.POLICY_HEURISTIC, 0),
        ("random, to the end", pb.POLICY_RANDOM, 0),
    ):
        rates: list[tuple[float, float]] = []
        for number in range(rounds):
            began = meter.now()
            request = pb.PlayoutsRequest(
                states=engine.Determinize(known).states,
                count=1000,
                policy=policy,
                turns=turns,
                budget_ns=int(budget_s * 1e9),
            )
            played = sum(one.playouts for one in engine.Playouts(request).results)
            engine.Release(pb.ReleaseRequest(all=True))
            service = played / (meter.now() - began)
            began = meter.now()
            rng = Rng(number)
            states = [determinizer.sample(rng) for _ in range(8)]
            codes = [int(action.code) for action in legal]
            batch = PlayoutBatch(len(state.players), state.seat, codes, policy == pb.POLICY_HEURISTIC, turns)
            done = 0
            stop = time.process_time() + budget_s
            while time.process_time() < stop:
                batch.round(states[done % 8], rng)
                done += 1
            rates.append((service, done * len(codes) / (meter.now() - began)))
        ratios = sorted(one / other for one, other in rates)
        service, library = (statistics.median(values) for values in zip(*rates, strict=True))
        span = f"{statistics.median(ratios):.2f} ({ratios[0]:.2f}-{ratios[-1]:.2f})"
        table.add_row(name, f"{service:,.0f}", f"{library:,.0f}", span)
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--calls", type=int, default=300, help="of each kind in a round")
    parser.add_argument("--budget", type=float, default=0.2, help="seconds of playouts in one call")
    parser.add_argument("--serve", choices=["echo"], help=argparse.SUPPRESS)
    parser.add_argument("--socket", help=argparse.SUPPRESS)
    given = parser.parse_args()
    os.sched_setaffinity(0, [sorted(os.sched_getaffinity(0))[0]])  # all on one processor
    if given.serve:
        serve_echo(given.socket)
    with tempfile.TemporaryDirectory() as folder:
        paths = {name: Path(folder) / name for name in ("echo", "engine")}
        echo_command = [sys.executable, __file__, "--serve", "echo", "--socket", str(paths["echo"])]
        engine_command = [
            sys.executable,
            "-P",
            "-m",
            "arena.engine",
            "sh",
            "-c",
            f'ln -s "$ARENA_ENGINE" {paths["engine"]}; cat',
        ]
        servers = [
            subprocess.Popen(command, stdin=subprocess.PIPE, env=os.environ | {"TMPDIR": folder})
            for command in (echo_command, engine_command)
        ]
        try:
            while not all(path.exists() for path in paths.values()):
                time.sleep(0.05)
            state = position()
            meter = Meter([server.pid for server in servers])
            engine: Any = EngineStub(grpc.insecure_channel(f"unix:{paths['engine']}"))  # type: ignore[no-untyped-call]
            echo: Any = grpc.insecure_channel(f"unix:{paths['echo']}").unary_unary("/echo/Echo")
            console = Console()
            console.print(calls(engine, echo, meter, state, given.rounds, given.calls))
            console.print(playouts(engine, meter, state, given.rounds, given.budget))
            load = os.getloadavg()[0]
            console.print(
                f"{'compiled' if compiled else 'interpreted'}, one processor, load {load:.1f}, {RULES} after {ACTIONS} actions"
            )
        finally:
            for server in servers:
                server.kill()


if __name__ == "__main__":
    main()
