"""Checking recorded matches against the rules: `muckle replay FILE --check`."""

from __future__ import annotations

from pathlib import Path

from muckle.cli.files import reading
from muckle.errors import TranscriptError
from muckle.match import transcript
from muckle.match.crowd_check import check_all
from muckle.match.match import Match


def check_file(file: Path) -> None:
    """Check every line of a file, and say what there is in it.

    Raises:
        TranscriptError: something differs from what the rules make of it, or there is no match.
    """
    count = decisions = unfinished = unverified = crowds = unranked = 0
    with reading(file) as lines:
        for match in check_all(transcript.read_all(iter(lambda: lines.readline(transcript.MOST + 1), b""))):
            if not isinstance(match, Match):
                crowds, unranked = crowds + 1, unranked - len(match.standings.places)
                continue
            unranked += match.header.crowd is not None
            count, decisions, unfinished = count + 1, decisions + match.count, unfinished + (not match.over)
            unverified += match.header.commitment is not None and match.secret is None
    if not count:
        raise TranscriptError(f"{file}: there is no match in it")
    print(f"{file}: {count} {'match' if count == 1 else 'matches'}, {decisions} decisions, every line agrees with the rules")
    if crowds:
        print(f"{crowds} {'crowd' if crowds == 1 else 'crowds'}: the same cards on every board, places and ties agree")
    if unranked:
        print(f"{unranked} {'board' if unranked == 1 else 'boards'} of a crowd without its standings: places are not checked")
    if unfinished:
        print(f"{unfinished} not over: valid as far as {'it goes' if unfinished == 1 else 'they go'}")
    if unverified:
        print(f"{unverified} without the secret that was committed to: whether chance was fair cannot be verified")
