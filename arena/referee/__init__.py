"""Own one game's truth.

The referee holds the state, asks each seat over its own gRPC stream, charges clocks and turns whatever a bot does into exactly one
termination. It never starts a process (that is the sandbox's) and never chooses who plays (that is the match's).
"""
