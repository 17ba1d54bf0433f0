"""A sandbox that records every process it started, so that a check can look at how each ended."""

from pathlib import Path

from arena.sandbox import Launch, Process, Sandbox, SandboxSeat, Tier


class RecordingSandbox(Sandbox):
    """A sandbox that keeps every process it started: what it wrote and how it ended can be asked afterwards."""

    def __init__(self, offered: Tier, root: Path | None = None) -> None:
        super().__init__(offered, root)
        self.launched: list[Process] = []

    @classmethod
    def open(cls, *, no_sandbox: bool = False, root: Path | None = None) -> "RecordingSandbox":
        """The best tier of this host, as for any sandbox."""
        opened = super().open(no_sandbox=no_sandbox, root=root)
        assert isinstance(opened, RecordingSandbox)
        return opened

    def __enter__(self) -> "RecordingSandbox":
        return self

    def launch(self, seat: SandboxSeat, launch: Launch) -> Process:
        """Start a bot and remember it."""
        process = super().launch(seat, launch)
        self.launched.append(process)
        return process
