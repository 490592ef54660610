"""Where matches are kept: the log of each, and beside it what is not part of the log (who sits where, the secret).

`contract` says what a store does; `sqlite` does it in one file, `postgres` by the same SQL on a server. `urls` names them.
"""
