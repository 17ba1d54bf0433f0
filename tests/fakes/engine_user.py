"""How does a bot misuse its engine? It plays the first legal action, and at its second decision does what its arguments say."""

import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"

import grpc

from arena.botkit import Request, run
from arena.proto import arena_pb2 as pb
from arena.proto.arena_pb2_grpc import EngineStub
from arena.wire import event_to_wire, observation_to_wire

DEED = sys.argv[1]
BLOCK_MB = int((sys.argv[2:] or ["0"])[0])
SOCKET = os.environ.get("ARENA_ENGINE", "")
CHANNEL = grpc.insecure_channel(f"unix:{SOCKET}")
ENGINE: Any = EngineStub(CHANNEL)  # type: ignore[no-untyped-call]  # generated code has no types
asked = 0


def tell(**what: object) -> None:
    """A line for the test that looks at the log."""
    os.write(2, json.dumps(what).encode() + b"\n")


def known(request: Request, count: int) -> pb.DeterminizeRequest:
    return pb.DeterminizeRequest(
        observation=observation_to_wire(request.observation),
        history=[event_to_wire(event) for event in request.history],
        count=count,
    )


def outcome(call: Any) -> str:
    """What became of a call."""
    try:
        call()
    except grpc.RpcError as error:
        return str(error.code().name)
    return "OK"


def use(request: Request) -> None:
    """Control: what an honest bot does."""
    states = ENGINE.Determinize(known(request, 4)).states
    results = ENGINE.Playouts(pb.PlayoutsRequest(states=states, count=2, policy=pb.POLICY_HEURISTIC)).results
    tell(states=len(states), playouts=sum(one.playouts for one in results))


def hoard(request: Request) -> None:
    """As many states as there may be, each with cards and tiles of its own, beside a block of memory of its own."""
    block = bytearray(BLOCK_MB << 20)
    block[::4096] = b"x" * len(block[::4096])
    tell(code=outcome(lambda: ENGINE.Determinize(known(request, 1))))
    while True:
        code = outcome(lambda: ENGINE.Determinize(known(request, 500)))
        tell(code=code)
        if code != "OK":
            return


def flood(request: Request) -> None:
    """Many calls at once, each of them long."""
    states = ENGINE.Determinize(known(request, 1)).states
    long = pb.PlayoutsRequest(states=states, count=20, policy=pb.POLICY_HEURISTIC, budget_ns=10_000_000)
    alone = [("grpc.use_local_subchannel_pool", 1)]  # a connection for each
    channels = [grpc.insecure_channel(f"unix:{SOCKET}", options=alone) for _ in range(10)]
    stubs: list[Any] = [EngineStub(channel) for channel in channels]  # type: ignore[no-untyped-call]
    calls = [stub.Playouts.future(long) for _ in range(10) for stub in stubs]
    codes = [outcome(call.result) for call in calls]
    tell(codes={code: codes.count(code) for code in set(codes)}, after=outcome(lambda: use(request)))


def linger(request: Request) -> None:
    """Answer while the engine works on."""
    states = ENGINE.Determinize(known(request, 1)).states
    ENGINE.Playouts.future(pb.PlayoutsRequest(states=states, count=5000, policy=pb.POLICY_HEURISTIC))
    time.sleep(0.2)
    tell(lingering=True)


def garbage(request: Request) -> None:
    """Bytes, sizes and names that no client would send, then a good call."""
    del request
    call: Any = CHANNEL.unary_unary
    codes = {
        "bytes": outcome(lambda: call("/arena.v1.Engine/Playouts")(b"\xff" * 40)),
        "size": outcome(lambda: call("/arena.v1.Engine/Determinize")(b"\x00" * (8 << 20))),
        "method": outcome(lambda: call("/arena.v1.Engine/Shell")(b"")),
        "service": outcome(lambda: call("/arena.v1.Referee/Play")(b"")),
        "field": outcome(lambda: call("/arena.v1.Engine/Legal")(b"\x98\x06\x01")),
    }
    tell(codes=codes, after=outcome(lambda: ENGINE.Release(pb.ReleaseRequest(all=True))))


def guess(request: Request) -> None:
    """The numbers of states that another bot may have, and the sockets that can be seen."""
    own = list(ENGINE.Determinize(known(request, 2)).states)
    others = [number for number in range(2000) if number not in own]
    codes = {outcome(lambda number=number: ENGINE.Legal(pb.LegalRequest(state=number))) for number in others}
    sockets = [path.name for path in Path(SOCKET).parent.iterdir() if path.is_socket()]
    tell(own=own, codes=sorted(codes), sockets=len(sockets))


def kill(request: Request) -> None:
    """End the engine, which is the process that started this one."""
    del request
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(3600)


def fork(request: Request) -> None:
    """As many processes as there may be, then a good call."""
    use(request)
    while True:
        try:
            if os.fork() == 0:
                time.sleep(3600)
        except OSError:
            break
    tell(after=outcome(lambda: use(request)))


def choose(request: Request) -> int:
    global asked  # noqa: PLW0603 - a bot is a program
    asked += 1
    if asked == 2:
        globals()[DEED](request)
    return 0


run(choose)
