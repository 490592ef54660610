"""Where matches are kept: the log of each, and beside it what is not part of the log (who sits where, the secret).

`contract` says what a store does; `sql` does it in the SQL that `sqlite` (one file) and `postgres` (a server) have in common.
`urls` names them.
"""
