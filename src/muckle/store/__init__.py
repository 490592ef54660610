"""The store: the logs of matches, events and series, and what is not part of a log, such as who sits where and the secret.

`log` has the entries and `sql` the rest, in the SQL that `sqlite` (one file) and `postgres` (a server) share; `urls` opens it.
"""
