"""How is an event served? The application in this process, with worker processes beside it."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

import uvicorn

from arena.web.app import create_app
from arena.web.event_context import EventContext
from arena.web.work.workers import EventWorkers, WorkerTerms


@dataclass(frozen=True, slots=True)
class Address:
    """Where to listen; behind a proxy its word is taken for who asks and how."""

    host: str = "127.0.0.1"
    port: int = 8000
    behind_proxy: bool = False


def serve_event(
    context: EventContext, address: Address, terms: WorkerTerms | None, ready: Callable[[], None]
) -> bool:
    """Serve until told to stop; without terms no workers are begun here. False if the address is not to be had."""
    workers = None if terms is None else EventWorkers(context, terms)
    try:
        config = uvicorn.Config(
            create_app(context),
            host=address.host,
            port=address.port,
            proxy_headers=address.behind_proxy,
            access_log=False,  # addresses and tokens in URLs are nobody's business
            log_level=logging.WARNING,
            server_header=False,
            timeout_graceful_shutdown=3,
            timeout_keep_alive=30,  # people read for longer than the five seconds that are usual
            h11_max_incomplete_event_size=16 * 1024,
            limit_concurrency=4000,
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
