"""Take a learnt policy onto a ladder: write the folder of a bot around its model file.

python examples/take_to_ladder.py model.npz --out learnt
arena match learnt greedy --games 20
arena submit learnt --ladder LADDER
"""

import argparse
import shutil
from pathlib import Path

HERE = Path(__file__).parent


def main(words: list[str] | None = None) -> Path:
    """Write the folder; returns it."""
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("model", type=Path)
    arguments.add_argument("--out", type=Path, default=Path("learnt"))
    given = arguments.parse_args(words)
    if not given.model.exists():
        arguments.error(f"MODEL: there is no {given.model}")
    if given.out.exists():
        arguments.error(f"--out: {given.out} is there already")
    shutil.copytree(HERE / "bot", given.out, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copyfile(HERE / "learner.py", given.out / "learner.py")
    shutil.copyfile(given.model, given.out / "model.npz")
    print(f"next: arena match {given.out} greedy --games 20")
    return Path(given.out)


if __name__ == "__main__":
    main()
