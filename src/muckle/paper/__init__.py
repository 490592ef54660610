"""Cards and sheets to print, for a table of wood: the two-letter deck, a caller's sheet, score sheets. Needs the extra `print`.

Every page is vector PDF, made in memory; whoever asks for it decides where it goes. Lengths are millimetres from the top left.
"""
