"""Questions about a game, each a module with a function `ask` from matches to an answer. None knows how answers are shown."""

QUESTIONS = {
    "leads": "How early is the winner clear, and how often does the last one still win?",
    "luck": "How much does the deal decide?",
    "pieces": "Which pieces are too strong?",
    "openings": "Which first acts do well?",
}
"""The questions by their names."""
SEVERAL = ("leads",)
"""Questions that make no sense in a game for one player."""
