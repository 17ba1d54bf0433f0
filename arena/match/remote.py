"""How does a bot on another machine join a match? Over TCP with TLS and a token, for bots of your own."""

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import grpc

from arena.match.manifest import BOT_NAME, Bot, ManifestError

REMOTE_PREFIX: Final = "remote:"
TOKEN_BYTES: Final = 24


class ListenError(ValueError):
    """An address or a certificate that cannot be used; the text says why."""


@dataclass(frozen=True, slots=True)
class Listen:
    """Where remote bots connect: bot number n of the command at port + n, each with a token of its own."""

    host: str
    port: int
    certificate: Path
    key: Path
    tokens: tuple[bytes, ...]

    @staticmethod
    def parse(text: str, certificate: Path | None, key: Path | None, bots: int) -> "Listen":
        """Read HOST:PORT and check that certificate and key are there."""
        host, _, port = text.rpartition(":")
        if not host or not port.isascii() or not port.isdecimal() or not 0 < int(port) <= 65535 - bots:
            raise ListenError(f"--listen: {text!r} is not HOST:PORT")
        if certificate is None or key is None:
            raise ListenError(
                "--listen: needs --tls-cert and --tls-key, PEM files of a certificate and its key"
            )
        for path in (certificate, key):
            if not path.is_file():
                raise ListenError(f"{path}: there is no such file")
        tokens = tuple(secrets.token_hex(TOKEN_BYTES).encode() for _ in range(bots))
        return Listen(host, int(port), certificate, key, tokens)

    def address(self, number: int) -> str:
        """Where bot number n connects."""
        return f"{self.host}:{self.port + number}"

    def credentials(self) -> grpc.ServerCredentials:
        """The server's side of TLS."""
        return grpc.ssl_server_credentials([(self.key.read_bytes(), self.certificate.read_bytes())])


def remote_bot(text: str) -> Bot:
    """The bot that `remote:NAME` stands for."""
    name = text.removeprefix(REMOTE_PREFIX)
    if BOT_NAME.fullmatch(name) is None:
        raise ManifestError(f"{text}: {name!r} is no name for a bot")
    return Bot(Path(), name, (), (), "", (), "connects from another machine", "remote")


class RemoteBody:
    """A process that we cannot see, freeze or measure."""

    weighted = False
    guessed = False

    async def freeze(self) -> str | None:
        """It goes on, and may."""
        return None

    async def thaw(self) -> str | None:
        """It went on."""
        return None

    def cpu_ns(self) -> int:
        """Nobody knows."""
        return 0

    def stolen_ns(self) -> int | None:
        """Nobody knows."""
        return None

    def disk_ns(self) -> int:
        """Nobody knows."""
        return 0

    def memory_exceeded(self) -> bool:
        """Its own affair."""
        return False

    def exited(self) -> bool:
        """All that is seen is its stream."""
        return False

    def last_words(self) -> str:
        """It keeps its log itself."""
        return ""
