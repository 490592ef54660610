"""Words: the lists, what words mean, and the word graph that rules walk.

Start reading at `lists` (which list judges a match; `shipped`, `installed` and `reading` are where lists come from), `lookup`
(what a word is and means) and `graph` (how words are stored and walked). Only `graph` imports Numba; it is built when a match
first needs it. The data and its notices are in `data`.
"""
