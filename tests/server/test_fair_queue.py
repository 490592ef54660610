"""A visitor waits for at most one thing of each other visitor (S4)."""

from itertools import islice

import pytest

from muckle.server.fair_queue import FairQueue, Payer


def at_home(visitor: str) -> Payer:
    return Payer("192.0.2.1", visitor)


def anything(_: object) -> bool:
    return True


def taken(queue: FairQueue[str]) -> list[str]:
    """Take everything, in the order in which it is served."""
    return list(iter(lambda: queue.take(anything) or "", ""))


def filled(**visitors: int) -> FairQueue[str]:
    queue: FairQueue[str] = FairQueue()
    for visitor, count in visitors.items():
        for number in range(count):
            queue.put(at_home(visitor), f"{visitor}{number}")
    return queue


def test_a_visitor_with_a_hundred_tables_delays_another_by_one():
    queue = filled(ann=100, ben=2)
    assert taken(queue)[:5] == ["ann0", "ben0", "ann1", "ben1", "ann2"]


def test_who_comes_while_others_are_served_waits_for_one_of_each():
    queue = filled(ann=50, ben=50)
    served = [queue.take(anything) for _ in range(21)]
    queue.put(at_home("cy"), "cy0")
    served += islice(iter(lambda: queue.take(anything), None), 3)
    assert served[-1] == "cy0" or "cy0" in served[-3:]


def test_an_item_that_does_not_fit_waits_and_lets_others_pass():
    queue = filled(ann=2, ben=1)
    assert queue.take(lambda item: item != "ann0") == "ann1"
    assert queue.take(lambda item: item.startswith("cy")) is None
    assert taken(queue) == ["ben0", "ann0"]


def test_an_item_that_is_put_back_is_served_next():
    queue = filled(ann=2, ben=2)
    first = queue.take(anything)
    assert first == "ann0"
    queue.put_back(at_home("ann"), first)
    assert taken(queue) == ["ann0", "ben0", "ann1", "ben1"]


@pytest.mark.parametrize(("gone", "left"), [("ann0", ["ann1", "ben0"]), ("cy9", ["ann0", "ben0", "ann1"])])
def test_an_item_that_is_removed_is_not_served(gone: str, left: list[str]):
    queue = filled(ann=2, ben=1)
    queue.remove(at_home(gone[:-1]), gone)
    assert len(queue) == len(left) and taken(queue) == left
    assert (len(queue), queue.rivals(at_home("ann")), list(queue.line(at_home("ann")))) == (0, 1, [])
