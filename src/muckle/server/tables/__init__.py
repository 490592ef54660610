"""Tables and the matches at them: who sits there, what is asked of them, and who is shown what."""
