"""Tables and their matches: who sits there, what is asked of them, and who is shown what."""
