"""What do bots and the referee say to each other? arena.proto, and the Python code generated from it by `make proto`.

The generated files are committed and never edited. Nothing here knows the rules; `arena.wire` does.
"""
