"""Are single bits and bytes right in all 64 bits, compiled too?"""

import pytest

from arena.rules.bits import SIGN, bit, byte_at


@pytest.mark.parametrize("n", range(63))
def test_a_bit_is_a_power_of_two(n: int) -> None:
    assert bit(n) == 2**n


@pytest.mark.parametrize("i", range(8))
def test_a_byte_is_one_of_eight(i: int) -> None:
    assert byte_at(0x0807_0605_0403_0201, i) == i + 1


def test_the_sign_is_the_highest_bit() -> None:
    assert [number >> SIGN for number in (-1, -(2**63), 0, 2**63 - 1)] == [-1, -1, 0, 0]
