"""`arena serve`: host an event on this machine, pages and workers."""

import socket
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from arena.cli.ending import HostFailed, Mistake
from arena.cli.event import opened
from arena.cli.ladder import Where
from arena.cli.table import console

app = typer.Typer(add_completion=False)


@app.command()
def serve(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The event's file.")],
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, metavar="N", help="Which port; 0: any.")] = 8000,
    jobs: Annotated[
        int, typer.Option(min=0, metavar="J", help="Matches side by side; 0: what the cores allow.")
    ] = 0,
    executor: Annotated[
        Where, typer.Option(metavar="local|ray", help="Matches here, or on a Ray cluster.")
    ] = Where.LOCAL,
    workers: Annotated[
        bool,
        typer.Option("--workers/--no-workers", help="Play and check here too; else `arena event work` does."),
    ] = True,
    behind_proxy: Annotated[
        bool, typer.Option("--behind-proxy", help="Take a proxy's word on this host for address and https.")
    ] = False,
) -> None:
    """Host an event: its pages, and the workers that check bots and play matches. Ctrl-C ends it; it can be killed at any time."""
    try:
        from arena.web import Address, WorkerTerms, serve_event  # noqa: PLC0415  # an extra, and slow to import
    except ImportError:
        raise Mistake("the web server is not installed: pip install 'arena[web]'") from None
    with opened(file) as context:
        port = port or _free_port(host)
        where = f"http://{f'[{host}]' if ':' in host else host}:{port}/"

        def ready() -> None:
            console().print(Text(f"{context.event.title} is at {where}"), soft_wrap=True)

        terms = WorkerTerms(jobs, executor == Where.RAY) if workers else None
        if not serve_event(context, Address(host, port, behind_proxy), terms, ready):
            raise HostFailed(f"--port: {host}:{port} cannot be listened on; something else may do so")


def _free_port(host: str) -> int:
    with socket.create_server((host, 0)) as server:
        return int(server.getsockname()[1])
