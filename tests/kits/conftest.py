"""Which sandbox do the kits' tests share? The best that the host has."""

from collections.abc import Iterator

import pytest

from arena.match.witness import Witness


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Witness]:
    with Witness.open() as opened:
        yield opened
