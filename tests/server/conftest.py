from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from server.people import LAZY, GameRoom, Person


@pytest.fixture(scope="session")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameRoom]:
    """Open one room for all tests that do it no harm. Its bots do not pause."""
    game_room = GameRoom(tmp_path_factory.mktemp("room") / "room.db", "--pace=off")
    yield game_room
    game_room.close()


@pytest.fixture
def person(room: GameRoom) -> Iterator[Callable[..., Person]]:
    """Make people, each with their own identity, in this room or another."""
    people: list[Person] = []

    def come(place: GameRoom = room, kind: type[Person] = Person) -> Person:
        people.append(kind(place.address))
        return people[-1]

    yield come
    for somebody in people:
        somebody.http.close()


@pytest.fixture
def ann(person: Callable[..., Person]) -> Person:
    return person()


@pytest.fixture
def ben(person: Callable[..., Person]) -> Person:
    return person()


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[Callable[..., GameRoom]]:
    """Open rooms that may come to harm. Those that are left are killed."""
    opened: list[GameRoom] = []

    def open_room(*arguments: str, port: int = 0, start: Sequence[str] = LAZY, **environment: str) -> GameRoom:
        opened.append(GameRoom(tmp_path / "room.db", "--pace=off", *arguments, port=port, start=start, **environment))
        return opened[-1]

    yield open_room
    for game_room in opened:
        if game_room.process.poll() is None:
            game_room.kill()
