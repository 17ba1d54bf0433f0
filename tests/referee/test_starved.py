"""Does a bot gain time by looking starved? (T20-T29 of docs/sandbox.md)

A refund counts as gained if nobody else used the bot's processors meanwhile, so the host may be as busy as it likes. The control is a
referee that gives back what the bot's threads waited for a processor, or charges processor time only: there the same trick works.
"""

import os
import time

import pytest

from arena.sandbox import Sandbox
from tests.referee.starving import Measured, measure
from tests.sandbox.test_stolen_time import ordinary_group, others

pytestmark = pytest.mark.alone

MOST_GAIN = 0.05
# For the control only: a host that others keep busy takes a large share itself, and a naive referee would hardly give more.
TRIES = 3

TRICKS = [
    pytest.param("decoys", id="t20 decoy threads"),
    pytest.param("children", id="t22 work in children"),
    pytest.param("forks", id="t22 short-lived children"),
    pytest.param("nice", id="t23 nice threads"),
    pytest.param("idle", id="t23 idle class"),
    pytest.param("faults", id="t24 page faults"),
    pytest.param("sleeps", id="t25 sleep"),
    pytest.param("timers", id="t26 timers"),
    pytest.param("pipes", id="t27 pipes"),
    pytest.param("locks", id="t27 locks"),
    pytest.param("reads", id="t28 reads"),
    pytest.param("writes", id="t28 writes"),
    pytest.param("yields", id="t29 yields"),
    pytest.param("stops", id="t29 stop signals"),
]
NOT_EVEN_NAIVELY = ("faults",)  # one thread that works all the time never looks starved


@pytest.mark.parametrize("trick", TRICKS)
def test_a_bot_gains_nothing_by_looking_starved(jailed: Sandbox, trick: str) -> None:
    tries: list[Measured] = []
    while len(tries) < TRIES and not (tries and works_naively(tries[-1], trick)):
        tries.append(measure(jailed, trick))
        assert tries[-1].computing_gain == 0
        assert tries[-1].gain < MOST_GAIN, tries
    assert works_naively(tries[-1], trick), tries


def works_naively(seen: Measured, trick: str) -> bool:
    """Whether a naive referee would have given much."""
    return trick in NOT_EVEN_NAIVELY or seen.naive_gain > 4 * MOST_GAIN


@pytest.mark.parametrize("trick", ["sleeps", "timers"])
def test_t25_t26_a_bot_that_sleeps_is_charged_on_a_very_busy_host_too(jailed: Sandbox, trick: str) -> None:
    """Eight programs want its processor, and take it while it sleeps; only its waiting at each waking is not charged."""
    with others(ordinary_group(), count=8, everywhere=True):
        time.sleep(1.0)  # until they run
        seen = measure(jailed, trick)
    assert seen.charged_s > 0.9 * seen.wall_s - seen.waited_s, seen
    assert seen.charged_s > (0.8 if trick == "sleeps" else 0.5) * seen.wall_s, seen
    assert seen.others_s > 0.5 * seen.wall_s, seen


def test_t21_serial_work_and_decoys_on_two_processors_buy_no_computing(jailed: Sandbox) -> None:
    """Where one processor waits while the other works, time may look stolen; the floor charges all the same."""
    if len(os.sched_getaffinity(0)) < 2:
        pytest.skip("needs two processors")
    seen = measure(jailed, "decoys", cores=2)
    assert seen.computing_gain == 0
    assert seen.gain < MOST_GAIN, seen


def test_an_honest_bot_is_charged_what_it_uses(jailed: Sandbox) -> None:
    seen = measure(jailed, "honest")
    assert seen.charged_s == pytest.approx(seen.cpu_s, abs=0.05 * seen.wall_s)
