"""How many threads do the numerics of a command take?"""

import os
import subprocess
import sys

import pytest

from arena.cli.app import THREADS

# BLAS starts its threads when it is loaded, whether or not they get anything to do.
PROGRAM = """
import os
import arena.cli
import numpy
print(len(os.listdir("/proc/self/task")))
"""


def threads(**environment: str) -> int:
    bare = {key: value for key, value in os.environ.items() if key not in THREADS}
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
        env={**bare, **environment},
    )
    return int(ran.stdout)


def test_numerics_take_one_thread() -> None:
    assert threads() == 1


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="there is one processor")
def test_more_threads_are_to_be_had() -> None:
    assert threads(OPENBLAS_NUM_THREADS="2") > 1
