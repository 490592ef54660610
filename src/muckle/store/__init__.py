"""The store: the log of each match, and what is not part of the log, such as who sits where and the secret.

`sql` has the store, in the SQL that `sqlite` (one file) and `postgres` (a server) have in common; `urls` opens it.
"""
