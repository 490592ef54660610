"""The store: the log of each match, and what is not part of the log, such as who sits where and the secret.

`contract` says what a store does; `sql` does it in the SQL that `sqlite` (one file) and `postgres` (a server) have in common.
`urls` names them.
"""
