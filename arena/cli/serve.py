"""`arena serve`: host an event on this machine, pages and workers."""

import ipaddress
import socket
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from arena import to_install
from arena.cli.ending import HostFailed, Mistake, refuse_without_linux
from arena.cli.event import opened
from arena.cli.options import MatchJobs, PlayedAt, Where
from arena.cli.table import console

app = typer.Typer(add_completion=False)


@app.command()
def serve(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The event's file.")],
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, metavar="N", help="Port to listen on; 0 takes any free one.")
    ] = 8000,
    jobs: MatchJobs = 0,
    executor: PlayedAt = Where.LOCAL,
    workers: Annotated[
        bool,
        typer.Option(
            "--workers/--no-workers",
            help="Also play matches and check bots here; otherwise `arena event work` does.",
        ),
    ] = True,
    trusted_proxy: Annotated[
        list[str],
        typer.Option(
            metavar="ADDRESS",
            help="Trust the proxy at this address or network to say who sends a request, and whether by https. Can be repeated.",
        ),
    ] = [],  # noqa: B006 - typer takes the default from here and hands on a list of its own
) -> None:
    """Host an event: its pages and the workers that check bots and play matches. Ctrl-C ends it; you can also kill it at any time."""
    refuse_without_linux()
    try:
        from arena.web import Address, WorkerTerms, serve_event  # noqa: PLC0415  # an extra, and slow to import
    except ImportError:
        raise Mistake(f"the web server is not installed: {to_install('web')}") from None
    proxies = tuple(_network(text) for text in trusted_proxy)
    with opened(file) as context:
        port = port or _free_port(host)
        where = f"http://{f'[{host}]' if ':' in host else host}:{port}/"

        def ready() -> None:
            console().print(Text(f"{context.event.title} is at {where}"), soft_wrap=True)

        terms = WorkerTerms(jobs, executor == Where.RAY) if workers else None
        if not serve_event(context, Address(host, port, proxies), terms, ready):
            raise HostFailed(f"--port: {host}:{port} cannot be listened on; something else may do so")


def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        raise Mistake(
            f"--trusted-proxy: {text!r} is neither an address nor a network, such as 127.0.0.1 or 10.0.0.0/8"
        ) from None


def _free_port(host: str) -> int:
    with socket.create_server((host, 0)) as server:
        return int(server.getsockname()[1])
