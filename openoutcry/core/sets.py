"""Sets of small numbers, up to 61, as the bits of one number: bit n stands for member n."""

from mypy_extensions import i64


def only(member: i64) -> i64:
    """The set of this member alone. Shifted down, not up: compiled, the 1 of `1 << member` is a C
    int of 32 bits, however it is named."""
    return 0x2000000000000000 >> (61 - member)


def size_of(members: i64) -> i64:
    """How many there are. Bits are added up in pairs, fours and bytes, and a product adds up the
    bytes: a loop would be as long as nobody can foresee."""
    members -= members >> 1 & 0x1555555555555555  # more than 62 bits would be no machine number
    members = (members & 0x3333333333333333) + (members >> 2 & 0x3333333333333333)
    members = (members + (members >> 4)) & 0x0F0F0F0F0F0F0F0F
    return (members * 0x0101010101010101) >> 56 & 0xFF


def least_of(members: i64) -> i64:
    """The least of them."""
    return size_of((members & -members) - 1)


def nth_of(members: i64, index: i64) -> i64:
    """The index-th of them, ascending."""
    for _member in range(index):
        members &= members - 1
    return least_of(members)


def listed(members: i64) -> list[int]:
    """All of them, ascending."""
    return [int(nth_of(members, index)) for index in range(size_of(members))]
