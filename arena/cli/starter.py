"""How does a ladder or event begin? With a commented file, written from one that comes with the package."""

import re
from pathlib import Path

from arena.cli.ending import Failed, Mistake
from arena.match import BOT_NAME, starter_file

_STORE = re.compile(r'"\.\./runs/[a-z-]+"')


def write_starter(name: Path, like: str, code: str = "") -> Path:
    """Write a new file like a bundled one, with a folder of its own, and with this code for whoever signs up."""
    path = name if name.suffix == ".toml" else name.with_name(f"{name.name}.toml")
    if BOT_NAME.fullmatch(path.stem) is None:
        raise Mistake(
            f"NAME: {path.stem!r} must be 1 to 40 of a-z, 0-9, '.', '_' and '-', and begin and end with a letter or digit"
        )
    text = starter_file(like).replace(f"ladders/{like}.toml", str(path)).replace("let-me-in-2026", code)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(_STORE.sub(f'"runs/{path.stem}"', text))
    except FileExistsError:
        raise Mistake(f"NAME: {path} exists already") from None
    except OSError as error:
        raise Failed(f"{path} cannot be written: {error.strerror}") from None
    print(path)
    return path
