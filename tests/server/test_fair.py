"""Fair turns: a visitor who floods the room delays only themselves. Turns are fair by address, then by identity."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator

import pytest

from muckle.server import fair
from muckle.server.door.rate_limits import Limits, RateLimits
from muckle.server.fair import CLIENT, ROOM, Client, in_thread, turn

HOSTILE = [Client("192.0.2.66", f"cookie {number}") for number in range(50)]
ANN = Client("192.0.2.1", "ann")
PUPIL = Client("192.0.2.66", "pupil")


@pytest.fixture(autouse=True)
def client() -> Iterator[None]:
    before = CLIENT.set(ANN)
    yield
    CLIENT.reset(before)


async def order(clients: list[Client], wait: Callable[[Client], Awaitable[object]]) -> list[Client]:
    """Return the order in which clients that ask at the same time begin."""
    begun = list[Client]()

    async def ask(client: Client) -> None:
        CLIENT.set(client)
        await wait(client)
        begun.append(client)

    await asyncio.gather(*map(ask, clients))
    return begun


async def in_turn(_: Client) -> None:
    await turn()


async def in_the_thread(client: Client) -> None:
    await in_thread(str, client)


@pytest.mark.parametrize("wait", [in_turn, in_the_thread])
async def test_many_cookies_of_one_address_delay_others_by_one_piece_of_work(wait: Callable[[Client], Awaitable[object]]):
    assert (await order([*HOSTILE * 20, ANN], wait)).index(ANN) <= 2
    assert (await order([*HOSTILE * 20, PUPIL], wait)).index(PUPIL) <= 51, "one of each cookie at most"


async def test_its_break_whoever_comes_first_is_served_first(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(fair, "CLIENT", type("Same", (), {"get": staticmethod(lambda: ROOM)}))
    assert (await order([*HOSTILE * 20, ANN], in_turn)).index(ANN) == 1000


async def test_one_round_of_the_event_loop_begins_one_piece_of_work_of_an_address():
    """New arrivals are read between two pieces of work."""
    number, rounds = 0, list[int]()

    async def wait(_: Client) -> None:
        await turn()
        rounds.append(number)

    asking = asyncio.create_task(order(HOSTILE, wait))
    while not asking.done():
        await asyncio.sleep(0)
        number += 1
    assert len(set(rounds)) == len(HOSTILE)


async def test_while_nobody_waits_a_turn_takes_one_round():
    waiting = asyncio.create_task(turn())
    for _ in range(2):
        await asyncio.sleep(0)
    assert waiting.done()


async def test_the_room_s_own_work_waits_for_no_visitor():
    held = threading.Event()
    waiting = asyncio.create_task(in_thread(held.wait))
    await asyncio.sleep(0)
    CLIENT.set(ROOM)
    await in_thread(held.set)
    assert await waiting


async def test_whoever_is_cancelled_or_fails_lets_the_next_in_and_locks_are_forgotten():
    threads = set[threading.Thread]()

    def fail() -> None:
        threads.add(threading.current_thread())
        raise ValueError("in the thread")

    asked = [asyncio.create_task(in_thread(fail)) for _ in range(3)]
    turns = [asyncio.create_task(turn()) for _ in range(3)]
    await asyncio.sleep(0)
    asked.pop(1).cancel()
    turns.pop(1).cancel()
    assert [str(error) for error in await asyncio.gather(*asked, return_exceptions=True)] == ["in the thread"] * 2
    await asyncio.gather(*turns)
    await asyncio.sleep(0)
    assert len(threads) == 1 and threading.current_thread() not in threads
    assert not fair.LOOP._locks and not fair.THREAD._locks


async def test_tasks_that_a_request_begins_count_for_its_client():
    CLIENT.set(ANN)

    async def later() -> Client:
        return CLIENT.get()

    assert await asyncio.create_task(later()) == ANN


async def test_messages_of_a_socket_wait_for_their_turn_too():
    rate_limits = RateLimits(Limits(messages_burst=1e6))
    assert (await order([*HOSTILE * 20, ANN], lambda client: rate_limits.wait_for_message(client.identity))).index(ANN) <= 2
