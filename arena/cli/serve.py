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
from arena.cli.options import MatchJobs, PlayedAt, PrintUnit, Where
from arena.cli.table import console
from arena.cli.unit import unit_text

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
    print_unit: PrintUnit = False,
) -> None:
    """Host an event: its pages and the workers that check bots and play matches. Ctrl-C ends it; you can also kill it at any time."""
    refuse_without_linux()
    try:
        from arena.web import Address, WorkerTerms, serve_event  # noqa: PLC0415  # an extra, and slow to import
    except ImportError:
        raise Mistake(f"the web server is not installed: {to_install('web')}") from None
    proxies = tuple(_network(text) for text in trusted_proxy)
    if print_unit:
        _print_unit(file, workers, trusted_proxy, (host, port, jobs, executor))
        return
    with opened(file) as context:
        port = port or _free_port(host)
        where = f"http://{f'[{host}]' if ':' in host else host}:{port}/"

        def ready() -> None:
            console().print(Text(f"{context.event.title} is at {where}"), soft_wrap=True)

        terms = WorkerTerms(jobs, executor == Where.RAY) if workers else None
        if not serve_event(context, Address(host, port, proxies), terms, ready):
            raise HostFailed(f"--port: {host}:{port} cannot be listened on; something else may do so")


def _print_unit(file: Path, workers: bool, proxies: list[str], options: tuple[str, int, int, Where]) -> None:
    """The same command as a unit of systemd."""
    host, port, jobs, executor = options
    if not port:
        raise Mistake("--port: a unit needs a port that stays")
    words = ["serve", str(file.absolute()), "--host", host, "--port", str(port)]
    words += [word for proxy in proxies for word in ("--trusted-proxy", proxy)]
    if workers:
        words += [*(("--jobs", str(jobs)) if jobs else ()), "--executor", executor]
    else:
        words += ["--no-workers"]
    with opened(file) as context:
        event = context.event
        stores = [Path(one.store) for one in (event.ladder, event.final) if one is not None]
        name = f"arena-{file.stem}"
        print(unit_text(name, event.title, words, [event.folder, *stores], workers), end="")


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
