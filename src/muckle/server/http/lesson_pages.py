"""HTTP routes of the lessons: the same for everybody, with nothing stored, as a wrong act of a lesson changes nothing."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from muckle import players
from muckle.match.lesson import LEARNER, OTHERWISE, LessonMatch, find_lesson, lessons
from muckle.scene.contract import Scene
from muckle.server.errors import HttpError, problem
from muckle.server.fair import in_thread
from muckle.server.http.requests import number, public
from muckle.server.messages import Lesson, LessonStep, Problem, encode

CACHED = "private, max-age=600"
"""Cache-Control of lessons. No shared cache may keep them: an answer can bring a new visitor's cookie."""


def routes() -> Sequence[BaseRoute]:
    """Return the routes of /api/lessons that are listed in `muckle.server.messages`."""
    return Route("/api/lessons/{lesson}", show), Route("/api/lessons/{lesson}/why", why)


async def show(request: Request) -> Response:
    return cached(request, await in_thread(script, named(request)))


async def why(request: Request) -> Response:
    steps, at = await in_thread(matches, named(request)), number(request, "step", 0)
    if at not in range(len(steps)):
        raise HttpError(404, f"this lesson has the steps 0 to {len(steps) - 1}, got {at}")
    refusal = steps[at].explain(request.query_params.get("act", "")[:200])
    return cached(request, encode(problem(refusal) if refusal else Problem("", "That is the way to go on.")))


def named(request: Request) -> str:
    """Return the name of the lesson that is asked for.

    Raises:
        HttpError: there is no such lesson.
    """
    name = request.path_params["lesson"]
    if name not in lessons():
        raise HttpError(404, f"there is no lesson called {name!r:.60}")
    return name


@functools.cache
def matches(name: str) -> tuple[LessonMatch, ...]:
    """Return the match of a lesson at each of the learner's steps."""
    match = LessonMatch(find_lesson(name))
    found = [match.copy()]
    while match.step:
        for _ in match.advance():
            pass
        found.append(match.copy())
    return tuple(found[:-1])


@functools.cache
def script(name: str) -> bytes:
    """Return a lesson as an encoded message."""
    match = LessonMatch(find_lesson(name))
    steps = [step_of(match, [])]
    while match.step:
        before = [bare(match.scene(LEARNER)) for _ in match.advance()]
        steps.append(step_of(match, before[:-1]))
    return encode(Lesson(name, match.game.name, match.lesson.title, tuple(steps)))


def step_of(match: LessonMatch, before: Sequence[Scene]) -> LessonStep:
    """Return the step that the learner of a match is at, or the end of the lesson."""
    scene, step, (name, answer) = match.scene(LEARNER), match.step, match.expected()
    act = scene.acts.get(name)
    return LessonStep(
        before=tuple(before),
        scene=seated(scene),
        coach=match.coach,
        rule=step.rule if step else "",
        act=name,
        answer=answer,
        lights=tuple(filter(None, (act.on, act.to))) if act else (),
        said=dict(step.said) if step else {},
        otherwise=step.otherwise if step else OTHERWISE,
    )


def bare(scene: Scene) -> Scene:
    """Return a scene in which nothing can be done: the lesson goes on by itself."""
    return replace(seated(scene), acts={})


def seated(scene: Scene) -> Scene:
    """Return a scene without advice, in which whoever is called like a bird has its face."""
    birds = {name: name.lower() for name in (seat.name for seat in scene.seats) if name.lower() in players.BIRDS}
    seats = tuple(replace(seat, kind="bot", bird=birds[seat.name]) if seat.name in birds else seat for seat in scene.seats)
    return replace(scene, seats=seats, advice=False)


def cached(request: Request, message: bytes) -> Response:
    return public(request, message, **{"cache-control": CACHED})
