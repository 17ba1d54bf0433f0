"""Which sandbox do the kits' tests share? The best that the host has."""

from collections.abc import Iterator

import pytest

from arena.match.recording_sandbox import RecordingSandbox


@pytest.fixture(scope="session")
def sandbox() -> Iterator[RecordingSandbox]:
    with RecordingSandbox.open() as opened:
        yield opened
