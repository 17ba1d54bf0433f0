"""Which sandboxes do the tests share, and when is a test skipped because the host cannot run it?"""

from collections.abc import Iterator

import pytest

from arena.sandbox import Sandbox, Tier, detect
from tests.sandbox.probing import Prober


@pytest.fixture(scope="session")
def offered() -> Tier:
    """The best tier of this host."""
    return detect()


@pytest.fixture(scope="session")
def jailed(offered: Tier) -> Iterator[Prober]:
    """Probes in a tier 1 sandbox."""
    if offered.number != 1:
        pytest.skip("needs tier 1: " + "; ".join(offered.missing))
    with Sandbox(offered) as sandbox:
        yield Prober(sandbox)


@pytest.fixture(scope="session")
def tier_2_as_root(offered: Tier) -> Iterator[Prober]:
    """Probes in a tier 2 sandbox, where root still gives every seat a user of its own."""
    if offered.number == 3:
        pytest.skip("needs namespaces: " + "; ".join(offered.missing))
    with Sandbox(Tier(2)) as sandbox:
        yield Prober(sandbox)


@pytest.fixture(scope="session")
def bare() -> Iterator[Prober]:
    """The control: the same probes without a sandbox."""
    with Sandbox(Tier(3)) as sandbox:
        yield Prober(sandbox)
