"""Word lists, definitions, and the word graph that compiled rules walk.

Start with `lists` (find a list by its name; lists come from `shipped`, `installed` and `list_file`), `lookup` (look one word
up) and `graph` (store and walk all words of a list). Only `graph` imports Numba; a list's graph is built when a match first
needs it. The data files and their notices are in `data`.
"""
