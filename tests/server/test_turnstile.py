"""The turnstile: a visitor who floods the room delays only themselves. Turns are fair by address, then by identity.

Time is simulated and passes only while somebody works.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Coroutine, Iterator
from typing import Any, NamedTuple

import pytest

from muckle.match.match import new_match
from muckle.match.secret import new_secret
from muckle.server import turnstile
from muckle.server.bots.bots import MOST_ASKED, Bots
from muckle.server.bots.protocol import Advise, Stop
from muckle.server.bots.question import PROMISE, Unanswered
from muckle.server.door.identity import Visitor
from muckle.server.door.limits import Limits
from muckle.server.door.shares import STRANGERS, Shares
from muckle.server.errors import TooMuch
from muckle.server.fair_queue import FairQueue, Payer
from muckle.server.turnstile import FairLock, Turnstile, in_thread, payer_now, run_in_turn

HOSTILE, ELSEWHERE = "192.0.2.66", "192.0.2.1"


class Wish(NamedTuple):
    """A request to a simulated room."""

    at: float
    payer: Payer
    cost: float
    """CPU seconds that the request takes."""


class Simulation:
    """A room with one core, whose time passes only while it works or when there is nothing to do."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.now = 0.0
        self.shares = Shares(limits or Limits(), lambda: self.now)
        self.shares.turnstile._clock = lambda: self.now
        self.waits: defaultdict[str, list[float]] = defaultdict(list)
        """Seconds from each request to its answer, by address and by identity."""
        self.refused: Counter[str] = Counter()
        """Number of refusals by address and by identity."""

    def run(self, wishes: Iterator[Wish] | list[Wish]) -> None:
        """Make all requests at their time, and answer them."""
        asyncio.run(self._run(sorted(wishes)))

    async def _run(self, wishes: list[Wish]) -> None:
        coming, under_way = iter([*wishes, None]), set[asyncio.Task[None]]()
        wish = next(coming)
        while wish or under_way:
            if wish and wish.at <= self.now:
                under_way.add(asyncio.create_task(self._ask(wish)))
                wish = next(coming)
                continue
            before = self.now
            for _ in range(3):  # rounds of the event loop
                await asyncio.sleep(0)
            under_way = {task for task in under_way if not task.done()}
            if wish and self.now == before and not under_way:
                self.now = wish.at

    async def _ask(self, wish: Wish) -> None:
        who = wish.payer
        try:
            with self.shares.request(Visitor(who.identity, who.identity.startswith(STRANGERS), payer=who.identity)):
                await self.shares.turnstile.run(who, self.work(wish.cost))
        except TooMuch:
            self.refused.update(who)
        else:
            for key in who:
                self.waits[key].append(self.now - wish.at)

    async def work(self, seconds: float) -> None:
        self.now += seconds


def flood(cookies: int, seconds: float, cost: float = 0.0015, rate: float = 19) -> list[Wish]:
    """Return requests of many cookies at one address, each nearly as frequent as allowed: more than one core can answer."""
    times = range(int(seconds * rate))
    return [Wish(n / rate, Payer(HOSTILE, f"cookie {who}"), cost) for n in times for who in range(cookies)]


def players(count: int, seconds: float, address: str = ELSEWHERE) -> list[Wish]:
    """Return the requests of people who act every five seconds, each at their own moment."""
    acts = int(seconds / 5)
    return [Wish(5 * n + 5 * who / count, Payer(address, f"player {who}"), 0.0025) for n in range(acts) for who in range(count)]


def test_many_cookies_of_one_address_delay_others_by_one_piece_of_work():
    room = Simulation()
    room.run(flood(50, 10) + players(16, 10))
    assert len(room.waits[ELSEWHERE]) == 32
    assert max(room.waits[ELSEWHERE]) < 0.012
    assert max(room.waits[HOSTILE]) > 1, "the flood waits for itself"


def test_its_break_whoever_comes_first_is_served_first(monkeypatch: pytest.MonkeyPatch):
    """Break: with one queue for all, everybody waits behind the whole flood."""
    put = FairQueue.put
    everybody = Payer("", "")
    monkeypatch.setattr(FairQueue, "put", lambda queue, payer, item: put(queue, everybody, item))
    room = Simulation()
    room.run(flood(50, 10) + players(16, 10))
    assert max(room.waits[ELSEWHERE]) > 1


def test_somebody_at_the_hostile_address_waits_for_one_piece_of_work_of_each_cookie_at_most():
    room = Simulation()
    pupil = [Wish(wish.at, Payer(HOSTILE, wish.payer.identity), wish.cost) for wish in players(1, 20)]
    room.run(flood(50, 20) + pupil)
    assert not room.refused["player 0"]
    assert len(room.waits["player 0"]) == 4 and max(room.waits["player 0"]) < 50 * 0.0015 + 0.003
    assert max(room.waits["cookie 0"]) > 1, "the flood waits for itself"


def test_a_school_of_two_hundred_behind_one_address_is_not_refused():
    """They open their pages within five seconds and then play, once alone and once beside a flood from elsewhere."""
    visits = [
        Wish(5 * who / 200 + n / 50, Payer(ELSEWHERE, f"{STRANGERS}{ELSEWHERE}" if n == 0 else f"player {who}"), 0.001)
        for who in range(200)
        for n in range(12)
    ]
    later = [wish._replace(at=wish.at + 10) for wish in players(200, 30)]
    alone, beside = Simulation(), Simulation()
    alone.run(visits + later)
    beside.run(visits + later + flood(50, 40))
    assert not alone.refused and not beside.refused[ELSEWHERE]
    assert len(alone.waits[ELSEWHERE]) == len(beside.waits[ELSEWHERE]) == 200 * 12 + 200 * 6
    assert max(alone.waits[ELSEWHERE]) < 0.05
    assert max(beside.waits[ELSEWHERE][-1200:]) < 0.05, "their acts"
    assert max(beside.waits[ELSEWHERE]) < 1, "their pages"


def test_its_break_a_share_of_the_address_would_refuse_the_school():
    room = Simulation(Limits(strangers_burst=100, strangers=1))
    room.run([Wish(who / 40, Payer(ELSEWHERE, STRANGERS + ELSEWHERE), 0.001) for who in range(200)])
    assert room.refused[ELSEWHERE]


def test_turns_are_paid_with_measured_time():
    """Requests that cost a hundred times as much are served a hundredth as often."""
    room = Simulation(Limits(requests_burst=1e6, at_once=1_000_000, cpu=1e6))
    dear = [Wish(0, Payer(HOSTILE, "dear"), 0.1) for _ in range(50)]
    cheap = [Wish(0, Payer(ELSEWHERE, "cheap"), 0.001) for _ in range(1000)]
    room.run(dear + cheap)
    first_second = sum(wait <= 1.05 for wait in room.waits[HOSTILE]), sum(wait <= 1.05 for wait in room.waits[ELSEWHERE])
    assert 5 <= first_second[0] <= 6 and 400 <= first_second[1] <= 600


def test_an_identity_that_has_used_much_cpu_time_is_told_when_to_come_again():
    """Limits the measured CPU time of all requests together; cheap ones may be many."""
    room = Simulation(Limits(cpu=0.1, cpu_burst=1))
    for name, cost in (("dear", 0.3), ("cheap", 0.05)):
        room.run([Wish(room.now + n, Payer(HOSTILE, name), cost) for n in range(20)])
    assert len(room.waits["cheap"]) == 20 and 5 <= len(room.waits["dear"]) <= 10
    assert room.refused["cheap"] == 0 and room.refused["dear"] == 20 - len(room.waits["dear"])
    with pytest.raises(TooMuch, match="kept the room busy"):
        room.shares._cpu.spend("dear", 100)
        with room.shares.request(Visitor("dear", payer="dear")):
            pass


def test_while_the_room_is_idle_nobody_waits_for_a_turn():
    """Waits for no round of the event loop."""

    async def story() -> str:
        async def work() -> str:
            return "done"

        with pytest.raises(StopIteration) as end:
            Turnstile().run(Payer(ELSEWHERE, "ann"), work()).send(None)
        return end.value.value

    assert asyncio.run(story()) == "done"


async def test_a_visitor_waits_for_nobody_once_the_event_loop_was_idle():
    now = [0.0]
    stile, ann = Turnstile(lambda: now[0]), Payer(ELSEWHERE, "ann")
    stile.spend(ann, 1)
    waiting = asyncio.create_task(stile.turn(ann))
    await asyncio.sleep(0)
    assert stile.waiting == 1
    await waiting
    stile.spend(ann, 1)
    now[0] += 0.001
    with pytest.raises(StopIteration):
        stile.turn(ann).send(None)


def rounds_taken(pieces: int) -> int:
    """Return the rounds of the event loop over which pieces of work are spread that are asked for at once."""
    now, rounds = [0.0], set[int]()

    async def story() -> None:
        stile, number = Turnstile(lambda: now[0]), 0

        async def work() -> None:
            now[0] += 0.0015
            rounds.add(number)

        tasks = [asyncio.create_task(stile.run(Payer(HOSTILE, f"{n}"), work())) for n in range(pieces)]
        while not all(task.done() for task in tasks):
            await asyncio.sleep(0)
            number += 1

    asyncio.run(story())
    return len(rounds)


def test_one_round_of_the_event_loop_has_one_piece_of_work_or_two(monkeypatch: pytest.MonkeyPatch):
    """New arrivals are read between two pieces of work."""
    assert rounds_taken(40) >= 38
    monkeypatch.setattr(turnstile, "SLICE", 1e9)
    assert rounds_taken(40) == 1, "the break: all of them in a row"


async def test_every_step_of_a_request_is_measured_and_errors_pass():
    now, billed = [0.0], Counter[Payer]()
    ann = Payer(ELSEWHERE, "ann")
    stile = Turnstile(lambda: now[0], lambda payer, seconds: billed.update({payer: seconds}))  # pyright: ignore

    async def work() -> None:
        now[0] += 1
        await asyncio.sleep(0)
        now[0] += 2
        try:
            await asyncio.wait_for(asyncio.Event().wait(), 0.001)
        except TimeoutError:
            assert payer_now() == ann
            now[0] += 4
        raise ValueError("its own")

    with pytest.raises(ValueError, match="its own"):
        await stile.run(ann, work())
    assert payer_now() == turnstile.ROOM
    assert billed == {ann: 7}


async def test_a_cancelled_request_hears_of_it_and_leaves_the_queue():
    heard = list[str]()

    async def listen() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            heard.append("cancelled")
            raise

    stile = Turnstile(lambda: 0.0)
    begun = asyncio.create_task(stile.run(Payer(HOSTILE, "a"), listen()))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    stile._spent = 1
    waiting = asyncio.create_task(stile.run(Payer(HOSTILE, "a"), listen()))
    await asyncio.sleep(0)
    assert stile.waiting == 1
    for task in (begun, waiting):
        task.cancel()
    await asyncio.wait({begun, waiting})
    assert stile.waiting == 0
    assert heard == ["cancelled"], "what had not begun does not begin"


async def test_one_thread_works_beside_the_event_loop_and_is_shared_fairly():
    order = list[str]()
    stile = Turnstile()

    async def ask(name: str) -> None:
        await in_thread(order.append, name)

    def asked(address: str, name: str) -> asyncio.Task[None]:
        return asyncio.create_task(stile.run(Payer(address, name), ask(name)))

    flooding = [asked(HOSTILE, f"cookie {number}") for number in range(10)]
    honest = asked(ELSEWHERE, "ann")
    await asyncio.sleep(0)
    flooding.pop(5).cancel()
    await asyncio.gather(*flooding, honest)
    assert "ann" in order[:3] and len(order) == 10


async def test_work_that_fails_in_the_thread_is_paid_and_lets_the_next_in():
    billed = list[float]()
    now = [0.0]
    stile = Turnstile(bill=lambda payer, seconds: billed.append(seconds), cpu_clock=lambda: now[0])

    def fail() -> None:
        now[0] += 3
        raise ValueError("in the thread")

    for _ in range(2):
        with pytest.raises(ValueError, match="in the thread"):
            await stile.in_thread(Payer(HOSTILE, "a"), fail)
    assert billed == [3, 3]


async def test_a_lock_goes_to_another_address_before_the_rest_of_a_flood_and_is_never_lost():
    order = list[str]()
    lock = FairLock()

    def held(address: str, name: str) -> Coroutine[Any, Any, None]:
        async def hold() -> None:
            async with lock:
                await asyncio.sleep(0)
                order.append(name)

        return Turnstile(lambda: 0.0).run(Payer(address, name), hold())

    flooding = [asyncio.create_task(held(HOSTILE, f"cookie {number}")) for number in range(10)]
    await asyncio.sleep(0)
    honest = asyncio.create_task(held(ELSEWHERE, "ann"))
    await asyncio.sleep(0)
    flooding.pop(1).cancel()
    await asyncio.gather(*flooding, honest)
    async with lock:
        order.append("free again")
    assert order[1] == "ann" or order[2] == "ann"
    assert len(order) == 11 and order[-1] == "free again"


async def test_tasks_that_a_request_begins_pay_as_it_does():
    paid = list[Payer]()
    ann = Payer(ELSEWHERE, "ann")
    stile = Turnstile(bill=lambda payer, seconds: paid.append(payer))

    async def later() -> None:
        await run_in_turn(asyncio.sleep(0))

    async def work() -> None:
        asyncio.create_task(later()).add_done_callback(lambda _: done.set())

    done = asyncio.Event()
    await stile.run(ann, work())
    await done.wait()
    assert set(paid) == {ann} and len(paid) == 2


def answered_first(homes: dict[str, Payer]) -> list[str]:
    """Return the order in which one worker takes the questions of sixty visitors and one other, who asks last."""
    queue: FairQueue[str] = FairQueue()
    for name, payer in homes.items():
        queue.put(payer, name)
    order = list[str]()
    while (name := queue.take()) is not None:
        order.append(name)
        queue.charge(homes[name], 0.1)
    return order


def test_s4_a_bot_waits_for_one_question_of_another_address_however_many_identities_ask_there():
    sixty = {f"cookie {n}": Payer(HOSTILE, f"cookie {n}") for n in range(60)}
    assert answered_first(sixty | {"ann": Payer(ELSEWHERE, "ann")}).index("ann") <= 1
    one_address = {name: payer._replace(address="") for name, payer in sixty.items()}
    assert answered_first(one_address | {"ann": Payer("", "ann")}).index("ann") == 60, "its break: identities are free"


def test_s4_an_address_with_sixty_visitors_gets_half_of_the_thinking():
    queue: FairQueue[str] = FairQueue()
    for number in range(60):
        queue.put(Payer(HOSTILE, f"cookie {number}"), "question")
    assert queue.rivals(Payer(ELSEWHERE, "ann")) == 2
    queue.put(Payer(ELSEWHERE, "ann"), "question")
    assert (queue.rivals(Payer(ELSEWHERE, "ann")), queue.rivals(Payer(HOSTILE, "cookie 0"))) == (2, 120)


def test_accounts_that_owe_nothing_are_forgotten():
    queue: FairQueue[str] = FairQueue()
    for number in range(10_000):
        payer = Payer(f"192.0.{number // 256}.{number % 256}", "ann")
        queue.put(payer, "wish")
        assert queue.take()
        queue.charge(payer, 0.001)
    assert len(queue._homes.accounts) < 2_500


async def test_s4_somebody_waits_for_so_much_advice_and_no_more():
    match = new_match("mitch", "tiny", secret=new_secret(), narrate=False)
    pool = Bots(1)  # not started: nobody answers
    waiting: list[asyncio.Task[Any]] = [
        asyncio.create_task(pool.advise("ann", "m", match, "", lambda advice: None)) for _ in range(MOST_ASKED)
    ]
    await asyncio.sleep(0)
    with pytest.raises(Unanswered, match="already"):
        await pool.judge("ann", "m", match, "", 1, 1)
    other = asyncio.create_task(pool.judge("ben", "m", match, "", 1, 1))
    await asyncio.sleep(0)
    assert pool.waiting == MOST_ASKED + 1
    waiting.pop().cancel()
    await asyncio.sleep(0)
    waiting.append(asyncio.create_task(pool.judge("ann", "m", match, "", 1, 1)))
    await asyncio.sleep(0)
    assert pool.waiting == MOST_ASKED + 1
    for task in (*waiting, other):
        task.cancel()
    await asyncio.wait({*waiting, other})
    assert not pool.waiting and not pool._asked


async def test_messages_of_a_socket_wait_for_their_turn_too():
    shares = Shares(Limits())
    shares.turnstile._clock = lambda: 0.0
    shares.turnstile._spent = 1
    talking = asyncio.create_task(shares.turnstile.run(Payer(HOSTILE, "a"), shares.wait_for_message("a")))
    await asyncio.sleep(0)
    assert shares.turnstile.waiting == 1, "to come in"
    await talking

    async def talk() -> None:
        shares.turnstile._spent = 1
        await shares.wait_for_message("a")

    talking = asyncio.create_task(shares.turnstile.run(Payer(HOSTILE, "a"), talk()))
    await asyncio.sleep(0)
    assert shares.turnstile.waiting == 1, "to be heard"
    await talking


async def test_s4_advice_makes_way_for_a_bot_once_it_had_the_time_it_was_promised(monkeypatch: pytest.MonkeyPatch):
    """Otherwise a bot at another address would wait for as many seconds as a worker thinks about advice."""
    match, stopped, asked = new_match("mitch", "tiny", secret=new_secret(), narrate=False), list[Any](), list[Any]()
    pool = Bots(1)  # not started: its worker is played by the test
    [worker], loop = pool.helpers, asyncio.get_running_loop()
    worker.games.add("mitch")
    monkeypatch.setattr(type(worker), "idle", property(lambda one: one is worker and worker.job is None))
    monkeypatch.setattr(worker, "_say", lambda request: (stopped if isinstance(request, Stop) else asked).append(request))
    advising = asyncio.create_task(pool.advise("cookie", "m1", match, "", lambda advice: None))
    await asyncio.sleep(0)
    assert isinstance(asked[-1], Advise) and not stopped
    choosing = asyncio.create_task(pool.choose("ann", "m2", match, "medium"))
    await asyncio.sleep(0)
    assert isinstance(asked[-1], Advise) and not stopped, "it has just begun"
    assert pool._way and pool._way.when() == pytest.approx(worker.job.asked + PROMISE)  # pyright: ignore
    monkeypatch.setattr(loop, "time", lambda: worker.job.asked + PROMISE)  # pyright: ignore
    pool._make_way()
    assert [stop.id for stop in stopped] == [asked[-1].id]
    monkeypatch.undo()
    for task in (advising, choosing):
        task.cancel()
    await asyncio.wait({advising, choosing})
    await pool.close()
