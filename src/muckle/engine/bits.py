"""Sets of small numbers as the bits 0 to 62 of an integer. Bit 63 is never used: plain Python and machine code differ there."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from muckle.engine.compile import compiled


def size(bits: int) -> int:
    """Return the number of members of a set."""
    return int(bits).bit_count()


def lowest(bits: int) -> int:
    """Return the smallest member of a set that is not empty."""
    bits = int(bits)
    return (bits & -bits).bit_length() - 1


@compiled
def fill(array, bits):
    """Write the members of a set into an array in ascending order and return their number."""
    count = 0
    while bits:
        array[count] = lowest(bits)
        count += 1
        bits &= bits - 1
    return count


def members(bits: int) -> list[int]:
    """Return the members of a set in ascending order; for plain Python only."""
    bits, found = int(bits), list[int]()
    while bits:
        first = bits & -bits
        found.append(first.bit_length() - 1)
        bits ^= first
    return found


@intrinsic
def _count_ones(typing: Any, bits: Any):
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def _trailing_zeros(typing: Any, bits: Any):
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


@overload(size)
def _compiled_size(bits):  # pyright: ignore  # Numba compares signatures, annotations included
    return lambda bits: _count_ones(bits)  # pyright: ignore[reportCallIssue]  # the typing context is Numba's


@overload(lowest)
def _compiled_lowest(bits):  # pyright: ignore  # as above
    return lambda bits: _trailing_zeros(bits)  # pyright: ignore[reportCallIssue]
