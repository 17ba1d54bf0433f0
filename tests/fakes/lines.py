"""A bot that speaks the line protocol: greedy, unless its first argument is something that it should not do."""

import json
import sys
import time

from google.protobuf.json_format import ParseDict

from arena.proto import arena_pb2 as pb
from arena.search import greedy_choice
from arena.wire import action_from_wire, observation_from_wire

DEED = (sys.argv[1:] or [""])[0]
AT = 3  # the decision at which it does it
SAID = {
    "garbage": "what?",
    "list": "[1, 2]",
    "field": '{"answer": {"number": 1}}',
    "empty": "",
    "huge": "x" * 70_000,
    "deep": "[" * 30_000,
}


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def misbehave() -> None:
    if DEED in SAID:
        say(SAID[DEED])
    elif DEED == "exit":
        sys.exit(3)
    elif DEED == "close":
        sys.stdout.close()
        time.sleep(3600)
    elif DEED == "flood":
        while True:
            say('{"answer": {"id": "1", "index": 0}}')


def main() -> None:
    say('{"hello": {"protocol": 1, "software": "greedy in lines"}}')
    asked = 0
    for line in sys.stdin:
        decision = json.loads(line).get("decision")
        if decision is None:
            continue
        asked += 1
        if asked == AT:
            misbehave()
        read = ParseDict(decision, pb.Decision())
        legal = [action_from_wire(action) for action in read.legal]
        index = greedy_choice(observation_from_wire(read.observation), legal)
        say(
            json.dumps(
                {"answer": {"id": decision["id"], "index": index, "info": {"text": f"{len(legal)} actions"}}}
            )
        )


main()
