"""Events: many play one deck, each on a board of their own, and callers say when the next card comes."""
