"""`arena version`: the version of the package and its rules, and whether they run compiled."""

import json

import typer

from arena import __version__
from arena.cli.options import AsJson
from arena.rules import RULES_VERSION, compiled

app = typer.Typer(add_completion=False)


@app.command()
def show(as_json: AsJson = False) -> None:
    """Print the versions of the package and of the rules, and whether the rules run compiled."""
    running = "compiled" if compiled else "interpreted"
    if as_json:
        print(json.dumps({"arena": __version__, "rules": RULES_VERSION, "running": running}))
    else:
        print(f"arena {__version__}, rules {RULES_VERSION}, {running}")
