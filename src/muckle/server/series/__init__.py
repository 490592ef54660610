"""Series of events with one table of results: members, what is decided about them, and the table."""
