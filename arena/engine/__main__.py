"""What does `python -m arena.engine COMMAND ...` do? It serves the engine and runs the command beside it, and ends as that ends."""

import os
import subprocess
import sys
import time
from pathlib import Path

os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"  # starting the command must not wait for the library's threads

from arena.engine import ENGINE_VARIABLE, EngineService, start_server

SIGNALLED = 128  # what a shell adds to the number of the signal that ended a program
NOT_FOUND = 127


def main(command: list[str]) -> int:
    """Run the command; its exit status."""
    if not command:
        sys.stderr.write("usage: python3 -m arena.engine COMMAND [ARGUMENT ...]\n")
        return 2
    socket = Path(os.environ.get("TMPDIR", "/tmp")) / f"engine-{os.getpid()}.sock"
    server = start_server(EngineService(time.monotonic_ns), socket)
    try:
        status = subprocess.run(
            command, env=os.environ | {ENGINE_VARIABLE: str(socket)}, check=False
        ).returncode
    except OSError as error:
        sys.stderr.write(f"{command[0]}: cannot be started: {error.strerror}\n")
        status = NOT_FOUND
    finally:
        server.stop(None)
    return status if status >= 0 else SIGNALLED - status


if __name__ == "__main__":
    sys.stdout.flush()
    os._exit(
        main(sys.argv[1:])
    )  # without waiting for the library's threads, as the bot's own end is what counts
