"""What a game is: record states, compiled rules, chance, options, and random play.

The layer knows no game. Start reading at `rules` (the five rules every game has) and `position` (one match in memory,
driven from Python). Nothing is imported here, because Numba takes 0.3 s to import and ``muckle --help`` should not.
"""
