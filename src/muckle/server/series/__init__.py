"""Series of events with one table of results: members, rulings, and what is told of them."""
