"""``python -m muckle`` is the command line."""

from muckle.cli import main

main()
