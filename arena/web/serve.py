"""How is an event served? The application in this process, with worker processes beside it."""

import logging
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import uvicorn

from arena.web.app import create_app
from arena.web.connections import Connections, Network, limited_protocol
from arena.web.event_context import EventContext
from arena.web.work.workers import EventWorkers, WorkerTerms

if sys.platform != "win32":
    import resource

MOST_CONNECTIONS: Final = 4000
OTHER_FILES: Final = 500  # database, store, workers


@dataclass(frozen=True, slots=True)
class Address:
    """Where to listen, and whose word is taken for who asks and how."""

    host: str = "127.0.0.1"
    port: int = 8000
    trusted_proxies: tuple[Network, ...] = ()


def serve_event(
    context: EventContext, address: Address, terms: WorkerTerms | None, ready: Callable[[], None]
) -> bool:
    """Serve until told to stop; without terms no workers are begun here. False if the address is not to be had."""
    workers = None if terms is None else EventWorkers(context, terms)
    connections = Connections(context.event.connections_an_address, address.trusted_proxies)
    try:
        config = uvicorn.Config(
            create_app(context, lambda: server.should_exit),
            host=address.host,
            port=address.port,
            http=limited_protocol(connections),
            ws="none",
            proxy_headers=bool(address.trusted_proxies),
            forwarded_allow_ips=[str(network) for network in address.trusted_proxies],
            access_log=False,  # addresses and tokens in URLs are nobody's business
            log_level=logging.WARNING,
            server_header=False,
            timeout_graceful_shutdown=3,
            timeout_keep_alive=30,  # people read for longer than the five seconds that are usual
            h11_max_incomplete_event_size=16 * 1024,
            limit_concurrency=_most_connections(),
        )
        server = _Server(config, ready)
        try:
            server.run()
        except SystemExit:
            return False
        except KeyboardInterrupt:  # uvicorn raises it again when it is done
            pass
        return server.listened
    finally:
        if workers is not None:
            workers.close()


def _most_connections() -> int:
    """How many connections fit into the files that this process may have open, after it has asked for as many as it can get."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + OTHER_FILES
    if soft < wanted:
        soft = min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return max(100, min(MOST_CONNECTIONS, soft - OTHER_FILES))


class _Server(uvicorn.Server):
    """Says when it listens."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready
        self.listened = False

    async def startup(self, sockets: object = None) -> None:
        await super().startup(sockets)  # type: ignore[arg-type]  # handed on as it came
        if self.started:
            self.listened = True
            self._ready()
