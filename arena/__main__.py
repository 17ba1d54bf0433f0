"""What does `python -m arena` do? The same as `arena`."""

from arena.cli import main

if __name__ == "__main__":
    main()
