"""Bots: when they move, and the worker processes in which they think, advise and judge."""
