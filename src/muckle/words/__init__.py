"""Words: the lists, and the word graph that rules walk.

Start reading at `lists` (which list judges a match) and `graph` (how its words are stored and walked). `lists` does not
import Numba; the graph is built when a match first needs it. The data and its notices are in `data`.
"""
