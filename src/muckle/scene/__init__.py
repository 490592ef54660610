"""The picture contract: what one viewer sees and may do, as data that any client can draw.

`contract` holds the types, `tell` phrases that games share, `diff` makes patches, `lint` finds scenes that no client could draw
well. A game builds its scene field by field from what the viewer may know; nothing is ever removed from a fuller one.
"""
