"""Muckle in a terminal: tables where people type their moves, lessons and replays, and the reports of all commands as text."""
