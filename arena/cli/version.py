"""`arena version`: the version of the package and its rules, whether they run compiled, and whether another package has the same name."""

import json
from importlib.metadata import distribution, packages_distributions

import typer

from arena import DISTRIBUTION, __version__
from arena.cli.options import AsJson
from arena.rules import RULES_VERSION, compiled

app = typer.Typer(add_completion=False)


@app.command()
def show(as_json: AsJson = False) -> None:
    """Print the versions of the package and of the rules, and whether the rules run compiled."""
    running = "compiled" if compiled else "interpreted"
    others = _others()
    if as_json:
        print(
            json.dumps(
                {"arena": __version__, "rules": RULES_VERSION, "running": running, "conflicts": others}
            )
        )
        return
    print(f"arena {__version__}, rules {RULES_VERSION}, {running}")
    for other in others:
        print(
            f"{other} is another project's and installs a package of the same name here; "
            f"remove it (pip uninstall {other.split()[0]}) and install {DISTRIBUTION} again."
        )


def _others() -> list[str]:
    """Distributions of others that own the import name `arena` in this environment, with their versions."""
    names = sorted(set(packages_distributions().get("arena", ())) - {DISTRIBUTION})
    return [f"{name} {distribution(name).version}" for name in names]
