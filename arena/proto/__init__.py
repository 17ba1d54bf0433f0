"""The protocol between bots and referee: arena.proto, and the Python code that `make proto` generates.

The generated files are committed and never edited. Nothing here knows the rules; `arena.wire` does.
"""
