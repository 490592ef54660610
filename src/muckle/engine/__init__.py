"""The engine: record states, compiled rules, chance, options, and the contract that every game keeps.

It knows no game. Start reading at `contract` (the functions every game has) and `position` (one match in memory, driven
from Python). Nothing is imported here, because Numba takes 0.3 s to import and ``muckle --help`` should not.
"""
