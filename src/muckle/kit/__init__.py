"""Things on a table: playing cards, the two-letter deck, piecepack, and letter tiles with their board; facts are data files."""
