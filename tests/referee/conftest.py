"""Which sandboxes do the tests of the referee share, and how do they run what is asynchronous?"""

import asyncio
from collections.abc import Coroutine, Iterator
from typing import Any, TypeVar

import pytest

from arena.sandbox import Sandbox, detect
from tests.patience import patience

Result = TypeVar("Result")


def run(test: Coroutine[Any, Any, Result]) -> Result:
    """One test, which fails if it takes a minute, or longer on a slow host."""
    return asyncio.run(asyncio.wait_for(test, patience(60)))


@pytest.fixture(scope="module")
def bare() -> Iterator[Sandbox]:
    """No sandbox at all: quick, and enough for what the referee alone decides."""
    with Sandbox.open(no_sandbox=True) as sandbox:
        yield sandbox


@pytest.fixture(scope="module")
def jailed() -> Iterator[Sandbox]:
    """A sandbox of tier 1."""
    offered = detect()
    if offered.number != 1:
        pytest.skip("needs tier 1: " + "; ".join(offered.missing))
    with Sandbox(offered) as sandbox:
        yield sandbox


@pytest.fixture(scope="module")
def held() -> Iterator[Sandbox]:
    """The best sandbox of this host; none where there is none, so that attacks on the referee run everywhere."""
    with Sandbox(detect()) as sandbox:
        yield sandbox
