"""The laboratory: simulations of many games, with statistics and reports."""
