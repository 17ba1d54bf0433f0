"""Does `arena` talk to anyone but this host? Run as a program in a network of its own, in which the clouds' address is ours.

    unshare --net python -m tests.ladder.alone HEARD ARGUMENTS…

runs `arena ARGUMENTS…`. Whoever calls 169.254.169.254, where a cloud tells its guests who they are, is answered by nobody, and noted in HEARD.
"""

import fcntl
import socket
import struct
import sys
import threading
from pathlib import Path

from arena.cli import main

CLOUD = "169.254.169.254"
_SET_FLAGS, _SET_ADDRESS, _UP = 0x8914, 0x8916, 0x41


def loopback_up() -> None:
    """Bring up the loopback interface, with the clouds' address as a second one of its own."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        fcntl.ioctl(control, _SET_FLAGS, struct.pack("16sh14x", b"lo", _UP))
        address = struct.pack("HH4s8x", socket.AF_INET, 0, socket.inet_aton(CLOUD))
        fcntl.ioctl(control, _SET_ADDRESS, struct.pack("16s16s", b"lo:1", address))


def listen(heard: Path) -> None:
    server = socket.create_server((CLOUD, 80))

    def note() -> None:
        while True:
            caller, _ = server.accept()
            with heard.open("ab") as out:
                out.write(caller.recv(1000))
            caller.close()

    threading.Thread(target=note, daemon=True).start()


if __name__ == "__main__":
    loopback_up()
    listen(Path(sys.argv.pop(1)))
    main()
