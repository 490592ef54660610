"""The picture contract: what one viewer sees and may do, as data that any client can draw.

`contract` holds the types, `build` small helpers for games, `diff` makes patches, `lint` finds scenes no client could
draw well. A game builds its scene field by field from what the viewer may know; nothing is ever removed from a fuller one.
"""
