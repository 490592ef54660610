"""Sets of small numbers as the bits 0 to 62 of an integer. Bit 63 is never used: plain Python and machine code differ there.

Also `from_start`, for places in arrays.
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload

from muckle.engine.compile import compiled

SCATTER = "llvm.x86.bmi.pdep.64"
"""Name of the processor's instruction that puts bit k of a number at the place of the k-th bit of a mask."""
HAS_SCATTER: bool = llvmlite.binding.get_host_cpu_features().get("bmi2", False)
"""Whether this processor has that instruction."""


def size(bits: int) -> int:
    """Return the number of members of a set."""
    return int(bits).bit_count()


def lowest(bits: int) -> int:
    """Return the smallest member of a set that is not empty."""
    bits = int(bits)
    return (bits & -bits).bit_length() - 1


def nth(bits: int, place: int) -> int:
    """Return the member of a set that has `place` smaller members in it."""
    return nth_by_removal(int(bits), place)


def nth_by_removal(bits, place):  # without annotations, which Numba compares
    """Return what `nth` returns, without an instruction that not every processor has."""
    for _ in range(place):
        bits &= bits - 1
    return lowest(bits)


def from_start(place: int) -> int:
    """Return a place in an array, which must not be negative.

    Of any other place compiled code first asks whether it counts from the array's end. Without that question where random play
    goes most often, it is a twentieth faster.
    """
    return place


def mirror(bits: int, width: int) -> int:
    """Return the set of ``width - 1 - member`` for each member; all are below `width`."""
    return sum(1 << width - 1 - member for member in members(bits))


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


@intrinsic
def _scatter(typing: Any, bits: Any, mask: Any):
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        return builder.call(cgutils.get_or_insert_function(builder.module, kind, SCATTER), arguments)

    return types.int64(types.int64, types.int64), generate


@intrinsic
def _mirror(typing: Any, bits: Any, width: Any):
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        bits, width = arguments
        return builder.lshr(builder.bitreverse(bits), builder.sub(ir.Constant(bits.type, 64), width))

    return types.int64(types.int64, types.int64), generate


@overload(size)
def _compiled_size(bits):  # pyright: ignore  # Numba compares signatures, annotations included
    return lambda bits: _count_ones(bits)  # pyright: ignore[reportCallIssue]  # the typing context is Numba's


@overload(lowest)
def _compiled_lowest(bits):  # pyright: ignore  # as above
    return lambda bits: _trailing_zeros(bits)  # pyright: ignore[reportCallIssue]


@overload(from_start)
def _compiled_from_start(place):  # pyright: ignore  # as above
    return lambda place: np.uint64(place)  # pyright: ignore


@overload(mirror)
def _compiled_mirror(bits, width):  # pyright: ignore  # as above
    return lambda bits, width: _mirror(bits, width)  # pyright: ignore[reportCallIssue]


@overload(nth)
def _compiled_nth(bits, place):  # pyright: ignore  # as above
    if HAS_SCATTER:  # two instructions in place of a loop that the processor cannot foresee: a quarter more random play
        return lambda bits, place: _trailing_zeros(_scatter(1 << place, bits))  # pyright: ignore[reportCallIssue]
    return nth_by_removal
