"""Inflection and derivation: which words a word may be a form of, and which it may be derived from.

Rules alone are wrong too often (bed is no form of be), so callers pass a test of which base words exist. Irregular forms are in
data/irregular.txt. Nothing here imports Numba.
"""

from __future__ import annotations

import functools
import importlib.resources
import re
from collections.abc import Callable, Iterator

INFLECTED = {
    "noun": "s: ses:s xes:x zes:z ches:ch shes:sh oes:o ies:y men:man es:is ides:is mata:ma tomata:tomaton ae:a i:us etti:etto "
    "ini:ino ndi:ndo ati:ato a:um hedra:hedron mena:menon lia:lion dria:drion ptera:pteron phala:phalon zoa:zoan trices:trix "
    "eaux:eau eux:eu oux:ou",
    "verb": "s: ies:y es:e es: ied:y ed:e ed: ying:ie ing:e ing: cked:c cking:c",
    "adj": "ier:y iest:y er: est: er:e est:e",
    "adv": "",
}
"""Rules for regular forms by part of speech: pairs of an ending and its replacement."""
TWICE = {"verb": re.compile(r"([^aeiou])\1(ed|ing)$"), "adj": re.compile(r"([^aeiou])\1(er|est)$")}
"""Patterns for a consonant that a regular form doubles: hopped, bigger."""
ENDINGS = (
    "nesses: ness: iness:y inesses:y ily:y ically:ic ly:le ly: able: able:e ability:able less: like: ship: "
    "ships: ful: ish: ism: isms: ist: ists: ity: ity:e ities: ities:e ation:e ation:ate ations:ate ation: er: "
    "er:e ers: ers:e or:e or: ors: ors:e ier:y iers:y iest:y ings: ings:e ing: ing:e ed: ed:e y: y:e ies: "
    "ied:y ic:y ical:ic al: als: ment: ments: dom: hood: ette: ise:ize ised:ized ises:izes ising:izing "
    "isation:ization isations:izations ize:ise ized:ised izes:ises izing:ising iser:izer isers:izers izer: "
    "izers: ize: yse:yze ysed:yzed yses:yzes ysing:yzing lled:led lling:ling ller:ler llers:lers s: es: ae:a "
    "i:us a:um en: ens: ling: lings: ess: esses: ancy:ant ancies:ant ency:ent encies:ent ably:able ibly:ible"
)
"""Endings of derived words, each with its replacement."""
BEGINNINGS = (
    "un re non pre mis over out under sub anti de dis inter super up fore in im co counter semi self "
    "multi micro mini mid hyper post pro trans ultra tri bi be en em down back off out hand a"
)
"""Prefixes of derived words."""
WITHIN = (("our", "or"), ("or", "our"), ("ae", "e"), ("oe", "e"), ("ll", "l"), ("re", "er"), ("ogue", "og"))
"""Letter groups that British and American spelling exchange."""
DOUBLED = re.compile(r"([^aeiou])\1(ed|ing|ings|er|ers|est|y|ish|able)")


def bases(word: str, kind: str, known: Callable[[str], bool]) -> list[str]:
    """Return the words that `word` may be a form of: bases of irregular forms first, then those found by rules.

    Args:
        kind: part of speech: noun, verb, adj or adv.
        known: tells whether a base word of that kind exists.

    >>> bases("ellipses", "noun", {"ellipse", "ellipsis"}.__contains__)
    ['ellipsis', 'ellipse']
    """
    found = [base for base in irregular(kind).get(word, ()) if known(base)]
    if known(word):  # bed is no form of be
        return found
    found += [base for base in _alike(word, kind) if known(base)]
    found += [base for base in replaced(word, INFLECTED[kind]) if known(base)][:1]  # hoping: hope, not hop
    found += [base for base in _single(word, kind) if known(base)]
    return list(dict.fromkeys(found))


def _alike(word: str, kind: str) -> Iterator[str]:
    """Yield bases of compound words that end with an irregular form: housewives, overran."""
    for start in range(1, len(word) - 2):
        for base in irregular(kind).get(word[start:], ()):
            yield word[:start] + base


def _single(word: str, kind: str) -> Iterator[str]:
    """Yield the base without a doubled last consonant: distilled comes from distil (or, by another rule, from distill)."""
    doubled = TWICE[kind].search(word) if kind in TWICE else None
    if doubled:
        yield word[: -len(doubled[2]) - 1]


@functools.cache
def irregular(kind: str) -> dict[str, list[str]]:
    """Return the irregular forms of a part of speech, each with its bases."""
    text = importlib.resources.files("muckle.words").joinpath("data", "irregular.txt").read_text("ascii")
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        of, _, words = line.partition(": ")
        for base, *forms in (entry.split() for entry in words.split(", ") if of == kind):
            for form in forms:
                found.setdefault(form, []).append(base)
    return found


def formed_from(word: str, steps: int) -> Iterator[str]:
    """Yield the words that `word` may be derived from in exactly `steps` steps, likelier ones first.

    >>> "mickle" in formed_from("unmickleness", 2)
    True
    """
    for base in _one_step(word):
        if steps == 1:
            yield base
        else:
            yield from formed_from(base, steps - 1)


def _one_step(word: str) -> Iterator[str]:
    doubled = DOUBLED.search(word)
    if doubled and word.endswith(doubled[2]):
        yield word[: -len(doubled[2]) - 1]
    bases = [word.replace(old, new) for old, new in WITHIN if old in word]
    bases += replaced(word, ENDINGS)
    bases += [word.removeprefix(start) for start in BEGINNINGS.split() if word.startswith(start)]
    yield from (base for base in bases if len(base) > 2)


def replaced(word: str, rules: str) -> Iterator[str]:
    """Yield `word` after each rule that fits its ending, in the order of the rules; results have two letters or more."""
    for rule in rules.split():
        old, _, new = rule.partition(":")
        if word.endswith(old) and len(word) - len(old) + len(new) > 1 and len(word) > len(old):
            yield word[: len(word) - len(old)] + new
