"""Can a client made from the generated code alone talk to a server that sends ready bytes?"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import grpc

from arena.proto import arena_pb2 as pb
from arena.proto import arena_pb2_grpc
from arena.rules import GameConfig, new_game
from arena.wire import PROTOCOL, catalogue, chosen, decision_bytes, read_from_bot

STATE = new_game(GameConfig.parse("classic,players=2"), seed=1)
LEGAL = STATE.legal_actions()


class Referee(arena_pb2_grpc.RefereeServicer):
    """Welcomes, asks once, and says goodbye with the action that was chosen."""

    def Play(self, request_iterator: Iterator[pb.FromBot], context: Any) -> Iterator[bytes]:  # noqa: ARG002, N802 - named by the service
        hello = read_from_bot(next(request_iterator))
        assert isinstance(hello, pb.Hello)
        yield pb.ToBot(welcome=pb.Welcome(protocol=PROTOCOL, tiles=catalogue())).SerializeToString()
        seat = STATE.seat
        yield decision_bytes(7, 1, STATE.observe(seat), STATE.history(seat), LEGAL, [10**9, 10**9], 0)
        answer = read_from_bot(next(request_iterator))
        assert isinstance(answer, pb.Answer)
        yield pb.ToBot(
            match_over=pb.MatchOver(reason=f"{answer.id}: {chosen(answer, LEGAL)}")
        ).SerializeToString()


def serve(socket: Path) -> grpc.Server:
    handler = grpc.stream_stream_rpc_method_handler(Referee().Play, pb.FromBot.FromString, bytes)
    server = grpc.server(ThreadPoolExecutor(1))
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("arena.v1.Referee", {"Play": handler}),)
    )
    server.add_insecure_port(f"unix:{socket}")
    server.start()
    return server


def test_a_conversation_over_a_unix_socket(tmp_path: Path) -> None:
    server = serve(tmp_path / "seat.sock")
    try:
        with grpc.insecure_channel(f"unix:{tmp_path / 'seat.sock'}") as channel:
            stub = arena_pb2_grpc.RefereeStub(channel)  # type: ignore[no-untyped-call]  # generated so
            assert converse(stub) == f"7: {LEGAL[2]}"
    finally:
        server.stop(None).wait()


def converse(stub: Any) -> str:
    """A bot in a few lines: it sends through a queue and answers the one decision."""
    outbox: SimpleQueue[pb.FromBot | None] = SimpleQueue()
    outbox.put(pb.FromBot(hello=pb.Hello(protocol=PROTOCOL, token=b"secret")))
    received: list[pb.ToBot] = []
    for message in stub.Play(iter(outbox.get, None)):
        received.append(message)
        if message.HasField("decision"):
            assert message.decision.legal[2].text == str(LEGAL[2])
            outbox.put(pb.FromBot(answer=pb.Answer(id=message.decision.id, index=2)))
    outbox.put(None)
    assert [message.WhichOneof("message") for message in received] == ["welcome", "decision", "match_over"]
    assert len(received[0].welcome.tiles) == 140
    return received[-1].match_over.reason
