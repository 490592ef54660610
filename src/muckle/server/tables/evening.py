"""The evening of a group: the games that the same people played one after the other, and a running score of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from muckle import games
from muckle.match.ending import Ending
from muckle.scene.contract import Standing
from muckle.server.messages import Evening, EveningGame, EveningPlayer, EveningRow
from muckle.server.tables.pictures import bird
from muckle.store.matches import Seating, Sitter


class Key(NamedTuple):
    """Whoever a result counts for: a person by their identity, a bot by its name."""

    owner: str
    name: str


def evening_of(played: Sequence[tuple[Seating, Ending | None]], owner: str) -> Evening:
    """Return an evening as its page shows it.

    Args:
        played: its matches, oldest first, at least one; None is the ending of one that is not over.
        owner: the identity of the visitor who asks.
    """
    shared = frozenset(owner for seating, _ in played for owner in owners_of_several(seating))
    sitters = {key_of(sitter, shared): sitter for seating, _ in played for sitter in seating.sitters if sitter.name}
    rows = [results(seating, ended, shared) for seating, ended in played]
    players = [player(key, sitter, rows, owner) for key, sitter in sitters.items()]
    order = sorted(range(len(players)), key=lambda index: (-players[index].points, -players[index].won, players[index].name))
    keys = list(sitters)
    last, ending = played[-1]
    index = {keys[number]: place for place, number in enumerate(order)}
    return Evening(
        first=played[0][0].evening or played[0][0].match,
        players=tuple(players[number] for number in order),
        games=tuple(
            EveningGame(
                match=seating.match,
                game=seating.header.game,
                title=title_of(seating.header.game),
                at=seating.created,
                rows=tuple(EveningRow(index[key], row.place, row.score, points) for key, row, points in each),
                result=ended.result.title if ended else "",
            )
            for (seating, ended), each in zip(played, rows, strict=True)
        ),
        people=sum(bool(sitter.owner) for sitter in last.sitters),
        chooses=ending is not None and any(owner and sitter.owner == owner for sitter in last.sitters),
    )


def title_of(game: str) -> str:
    """Return the title of a game, or its name if it is not installed any more."""
    found = games.GAMES.get(game)
    return found.title if found else game


def owners_of_several(seating: Seating) -> frozenset[str]:
    """Return the identities with several seats: people who hand one device from one to the next."""
    owners = [sitter.owner for sitter in seating.sitters if sitter.owner]
    return frozenset(owner for owner in owners if owners.count(owner) > 1)


def key_of(sitter: Sitter, shared: frozenset[str]) -> Key:
    """Return whoever a seat's result counts for; people who share a device are told apart by their names."""
    owner = sitter.owner or sitter.past
    return Key(owner, "" if owner and owner not in shared else sitter.name)


def results(seating: Seating, ended: Ending | None, shared: frozenset[str]) -> list[tuple[Key, Standing, float]]:
    """Return the standings of a match, the best first, each with whose it is and its points for the evening."""
    standings = sorted(ended.result.standings, key=lambda row: row.place) if ended else []
    return [(key_of(seating.sitters[row.seat], shared), row, points_for(row.place, standings)) for row in standings]


def points_for(place: int, standings: Sequence[Standing]) -> float:
    """Return a point for each seat that finished behind a place, and half a point for each other seat on that place."""
    behind = sum(other.place > place for other in standings)
    level = sum(other.place == place for other in standings) - 1
    return behind + level / 2


def player(key: Key, sitter: Sitter, rows: Sequence[Sequence[tuple[Key, Standing, float]]], owner: str) -> EveningPlayer:
    """Return the totals of a player."""
    own = [(row, points, len(each)) for each in rows for whose, row, points in each if whose == key]
    return EveningPlayer(
        sitter.name,
        sum(points for _, points, _ in own),
        sum(row.place == 1 and among > 1 for row, _, among in own),
        len(own),
        bird="" if key.owner else bird(sitter),
        you=bool(owner) and key.owner == owner,
    )
