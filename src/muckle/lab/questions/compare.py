"""The answer of a comparison: the changes that each variant makes, and a table for each metric with every variant."""

from __future__ import annotations

from muckle.lab.answer import Answer, Table
from muckle.lab.charts import Boxes
from muckle.lab.compare import Comparison, Pair, Variant
from muckle.lab.summary import Summary
from muckle.lab.wording import fixed_sentence, half_width, is_fixed, seat_sentence, turn_names
from muckle.scene.tell import counted, listed

SEATS = {"win_from_starter_": "wins of", "score_from_starter_": "score of"}
HEADINGS = ("mean", "95 %", "spread", "5 %", "median", "95 %", "difference", "95 %")


def answer(found: Comparison) -> Answer:
    """Return what a comparison of variants came to."""
    names = [name(variant) for variant in found.variants]
    return Answer(
        headline=headline(found),
        sentences=answers(found),
        tables=tables(found),
        notes=notes(found),
        charts=[
            Boxes(title(metric).capitalize(), names, [variant.measures[metric] for variant in found.variants])
            for metric in differing(found)
        ],
        looks=looks(found),
    )


def notes(found: Comparison) -> list[str]:
    """Return how the tables are to be read, and the joint test of each variant."""
    told = [f"Differences are from {name(found.variants[0])}, deal by deal; one whose interval has no 0 in it is marked *."]
    for variant in found.variants:
        if variant.turn_test:
            places = turn_names(len(variant.turn_test.wins))
            told.append(f"{name(variant)}: {seat_sentence('by place in turn order', places, variant.turn_test, brief=True)}")
    if len(found.pairs) > 1:
        told.append(f"The {len(found.pairs)} intervals of all pairs hold jointly, for each metric, with a probability of 95 %.")
    if found.until is not None:
        first, so = title(next(iter(found.variants[0].measures))), "" if found.settled else "not yet "
        told.append(f"The differences of {first} are {so}known to ± {found.until:g}.")
    return told


def headline(found: Comparison) -> str:
    """Return a line that says what was compared."""
    most = "" if found.games == found.asked else f" (at most {found.asked:,})"
    games = f"{counted(found.games, 'game')} of each variant{most}"
    players = f"players {', '.join(found.players)}, " if found.players else ""
    return f"{found.game} (version {found.version} of its rules), {games}, {players}seed {found.seed}"


def answers(found: Comparison) -> list[str]:
    """Return sentences about what each variant changes: one for each metric that differs, and one for all others."""
    first, *others = found.variants
    said, compared = list[str](), differing(found)
    for variant in others:
        change, equal, unknown = f"{name(variant)} instead of {name(first)}", list[str](), list[str]()
        for metric in compared:
            if is_clear(one := variant.differences[metric]):
                means = f"from {number(first.measures[metric].mean)} to {number(variant.measures[metric].mean)}"
                interval = f"95 % interval {one.low:+.3f} to {one.high:+.3f}"
                said.append(f"{change} changes {title(metric)} by {one.mean:+.3f} ({interval}), {means}.")
            else:
                (unknown if one.low is None else equal).append(title(metric))
        if equal:
            said.append(f"{change}: no difference shows in {listed(equal, 'or')}.")
        if unknown:
            said.append(f"{change}: {counted(found.games, 'game')} cannot tell a difference in {listed(unknown, 'or')}.")
    said += fixed_sentence({title(metric): one for metric, one in first.measures.items() if metric not in compared})
    if (count := looks(found)) > 1:
        said.append(f"{count:,} differences were looked at. Where there is none, 1 in 20 shows by chance.")
    return said


def looks(found: Comparison) -> int:
    """Return the number of differences whose intervals are known."""
    compared = differing(found)
    return sum(variant.differences[metric].low is not None for variant in found.variants[1:] for metric in compared)


def differing(found: Comparison) -> list[str]:
    """Return the metrics that are not known to be one and the same number in every game of every variant."""
    fixed = [{(metric, one.mean) for metric, one in each.measures.items() if is_fixed(one)} for each in found.variants]
    return [
        metric for metric, one in found.variants[0].measures.items() if any((metric, one.mean) not in each for each in fixed)
    ]


def tables(found: Comparison) -> list[Table]:
    """Return one table for each metric, and one more if all pairs are compared."""
    made: list[Table] = []
    for metric in differing(found):
        made.append(Table("", (title(metric), *HEADINGS), [row(variant, metric) for variant in found.variants]))
        if found.pairs:
            rows = [pair_row(found, pair, metric) for pair in found.pairs]
            made.append(Table("", (f"{title(metric)}, all pairs", "difference", "95 %"), rows))
    return made


def pair_row(found: Comparison, pair: Pair, metric: str) -> tuple[str, ...]:
    """Return the cells of the difference between two variants."""
    first, second = (name(found.variants[number]) for number in (pair.first, pair.second))
    return f"{second} less {first}", *difference_cells(pair.differences[metric])


def row(variant: Variant, metric: str) -> tuple[str, ...]:
    """Return the cells of one variant."""
    one, difference = variant.measures[metric], variant.differences.get(metric)
    cells = (
        name(variant),
        number(one.mean),
        half_width(one),
        number(one.spread),
        *(f"{value:.5g}" for value in (one.p5, one.median, one.p95)),
    )
    if difference is None:
        return (*cells, "", "")
    return (*cells, *difference_cells(difference))


def difference_cells(one: Summary) -> tuple[str, str]:
    """Return the cells of a difference: its mean, and its interval with a mark if 0 is not in it."""
    return f"{one.mean:+.3f}", half_width(one) + (" *" if is_clear(one) else "  ")


def is_clear(one: Summary) -> bool:
    """Return whether the interval of a difference has no 0 in it."""
    return one.low is not None and one.high is not None and (one.low > 0 or one.high < 0)


def name(variant: Variant) -> str:
    """Return the options that set a variant apart: ``hand_size 5, draw stock``."""
    return ", ".join(f"{option} {value}" for option, value in variant.options.items())


def title(metric: str) -> str:
    """Return the name of a metric as reports show it, such as ``wins of who begins`` or ``decisions: place``."""
    for start, said in SEATS.items():
        if metric.startswith(start):
            place = int(metric.removeprefix(start))
            return f"{said} {f'{place} to the left' if place else 'who begins'}"
    if metric.rpartition("_")[0] in ("score", "win"):
        what, _, seat = metric.rpartition("_")
        return f"{'wins' if what == 'win' else what} of seat {int(seat) + 1}"
    start, _, kind = metric.partition("_")
    return f"decisions: {kind.replace('_', ' ')}" if start == "decisions" and kind else metric.replace("_", " ")


def number(value: float) -> str:
    """Format a number with as many digits as are significant."""
    return f"{value:.3f}"
