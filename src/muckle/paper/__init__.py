"""Things to print for a table of wood: two-letter deck, caller's sheet, score sheets, player aids. Needs the extra `print`.

Every page is vector PDF, made in memory; whoever asks for it decides where it goes. Lengths are millimetres from the top left.
"""
