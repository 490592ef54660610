"""What words mean: by our own short texts for words of two letters, and by the dictionaries this machine has.

WordNet and GCIDE do not come with the program. WordNet is read from any ``dict`` folder of a version 3: its index files
are sorted and say where in the data files each sense stands, so nothing has to be loaded. Nothing here imports Numba.
"""

from __future__ import annotations

import functools
import importlib.resources
import mmap
import os
import re
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from muckle.errors import WordListError
from muckle.words.lists import WordList, one_line

KINDS = {"noun": "noun", "verb": "verb", "adj": "adjective", "adv": "adverb"}
"""The parts of WordNet's file names, in the order they are told, and what people call them."""
PLACES = ("/usr/share/wordnet", "/usr/local/share/wordnet", "/usr/local/WordNet-3.0/dict", "/usr/local/wordnet/dict")
"""Where WordNet stands unless WNSEARCHDIR, its own variable, names another folder."""
GCIDE = ("/usr/share/dictd", "/usr/local/share/dictd")
MISSING = (
    "no dictionary of definitions is installed; on Debian and Ubuntu: apt install wordnet-base; "
    "elsewhere set WNSEARCHDIR to the dict folder of any WordNet 3"
)
MOST = 3
"""Senses that are told of each kind."""

DETACHED = {
    "noun": "s: ses:s xes:x zes:z ches:ch shes:sh men:man ies:y",
    "verb": "s: ies:y es:e es: ed:e ed: ing:e ing:",
    "adj": "er: est: er:e est:e",
    "adv": "",
}
"""WordNet's rules for inflected forms: an ending, and what it is replaced by."""
ENDINGS = (
    "nesses: ness: iness:y inesses:y ily:y ically:ic ly:le ly: able: able:e ability:able less: like: ship: "
    "ships: ful: ish: ism: isms: ist: ists: ity: ity:e ities: ities:e ation:e ation:ate ations:ate ation: er: "
    "er:e ers: ers:e or:e or: ors: ors:e ier:y iers:y iest:y ings: ings:e ing: ing:e ed: ed:e y: y:e ies: "
    "ied:y ic:y ical:ic al: als: ment: ments: dom: hood: ette: ise:ize ised:ized ises:izes ising:izing "
    "isation:ization isations:izations ize:ise ized:ised izes:ises izing:ising iser:izer isers:izers izer: "
    "izers: ize: yse:yze ysed:yzed yses:yzes ysing:yzing lled:led lling:ling ller:ler llers:lers s: es: ae:a "
    "i:us a:um en: ens: ling: lings: ess: esses: ancy:ant ancies:ant ency:ent encies:ent ably:able ibly:ible"
)
"""Endings of words that are formed from others, and what they are replaced by."""
BEGINNINGS = (
    "un re non pre mis over out under sub anti de dis inter super up fore in im co counter semi self "
    "multi micro mini mid hyper post pro trans ultra tri bi be en em down back off out hand a"
)
"""Beginnings of such words."""
WITHIN = (("our", "or"), ("or", "our"), ("ae", "e"), ("oe", "e"), ("ll", "l"), ("re", "er"), ("ogue", "og"))
"""Spellings of the two dialects."""
DOUBLED = re.compile(r"([^aeiou])\1(ed|ing|ings|er|ers|est|y|ish|able)")


class Definition(Struct, frozen=True, omit_defaults=True):
    """One sense of a word."""

    text: str
    kind: str = ""
    """noun, verb, adjective or adverb; empty where it is not said."""
    base: str = ""
    """The word it is said of, where that is another one."""
    see: bool = False
    """Whether the word is formed from the base, so that the text helps but is not its own; else it is a form of it."""
    source: str = ""
    """Whose words these are; empty for our own."""


class WordNet:
    """A WordNet database.

    Args:
        folder: its dict folder; exception files may be missing, then irregular forms are not found.

    Raises:
        WordListError: it is no such folder.
    """

    def __init__(self, folder: Path) -> None:
        self._index = {kind: _mapped(folder / f"index.{kind}") for kind in KINDS}
        self._data = {kind: _mapped(folder / f"data.{kind}") for kind in KINDS}
        self._irregular = {kind: _exceptions(folder / f"{kind}.exc") for kind in KINDS}

    def senses(self, word: str, kind: str) -> list[str]:
        """The senses of a word as it stands, the most frequent first; none where it is only part of a name."""
        texts = (self._sense(kind, offset, word) for offset in self._offsets(kind, word))
        return [text for text in texts if text]

    def bases(self, word: str, kind: str) -> list[str]:
        """The words that this one may be a form of: irregular ones, else the first that a rule leads to."""
        irregular = self._irregular[kind].get(word, [])
        if irregular or self._offsets(kind, word):
            return [base for base in irregular if base != word]
        return next(([base] for base in replaced(word, DETACHED[kind]) if self.senses(base, kind)), [])

    def define(self, word: str) -> list[Definition]:
        """The senses of a word, and of those it is a form of."""
        found: list[Definition] = []
        for kind, name in KINDS.items():
            for base in (word, *self.bases(word, kind)):
                other = "" if base == word else base
                found += [Definition(text, name, other, source="WordNet") for text in self.senses(base, kind)[:MOST]]
        return sorted(found, key=lambda sense: bool(sense.base))

    def derived(self, word: str) -> list[Definition]:
        """The senses of the nearest word that this one seems to be formed from."""
        for steps in (1, 2):
            for base in formed_from(word, steps):
                if found := self.define(base):
                    return [Definition(one.text, one.kind, one.base or base, True, one.source) for one in found]
        return []

    def _offsets(self, kind: str, word: str) -> list[int]:
        """Where a word's senses stand: the last fields of its index line, as many as the third says."""
        for line in _rows(self._index[kind], word.encode(), _first_field):
            fields = line.split()
            count = int(fields[2]) if len(fields) > 3 and fields[2].isdigit() else 0
            return [int(field) for field in fields[len(fields) - count :] if field.isdigit()]
        return []

    def _sense(self, kind: str, offset: int, word: str) -> str:
        """The text of a sense, if the word is among its words in small letters: names are written with capitals."""
        data = self._data[kind]
        end = data.find(b"\n", offset)
        head, bar, text = data[offset:end].decode("utf-8", "replace").partition("| ")
        if offset >= len(data) or not bar or not re.search(rf" {word}(\(\w+\))? ", head):
            return ""
        return one_line(text.partition('; "')[0])


class Gcide:
    """The Collaborative International Dictionary of English, as Debian's dict-gcide keeps it: an index and a dictzip file.

    Args:
        folder: where gcide.index and gcide.dict.dz are.

    Raises:
        WordListError: it is no such folder.
    """

    def __init__(self, folder: Path) -> None:
        self._index, self._data = _mapped(folder / "gcide.index"), _mapped(folder / "gcide.dict.dz")
        try:
            self._length, self._starts = _chunks(self._data)
        except (IndexError, ValueError):
            raise WordListError(f"{folder / 'gcide.dict.dz'} is not in dictzip format") from None

    def define(self, word: str) -> list[Definition]:
        """The first senses of the word's entries."""
        found: list[Definition] = []
        for entry in self._entries(word):
            text = re.sub(r"[{}]", "", _without_brackets(entry))
            head, _, rest = text.partition("\n")
            kind = next((name for sign, name in GCIDE_KINDS.items() if re.search(rf"[,\s]{sign}", head)), "")
            senses = re.split(r"^\s*\d+\. ", rest, flags=re.M)
            texts = [_first_sentence(sense) for sense in senses[1:] or senses[:1]]
            found += [Definition(said, kind, source="GCIDE") for said in texts if said]
        return found[:MOST]

    def _entries(self, word: str) -> Iterator[str]:
        for line in _rows(self._index, word.encode(), _plain_headword):
            name, *place = line.split(b"\t")
            if len(place) == 2 and name in (word.encode(), word.capitalize().encode()):
                with suppress(ValueError, zlib.error):
                    yield self._text(*map(_number, place)).decode("utf-8", "replace")

    def _text(self, start: int, length: int) -> bytes:
        first, last = start // self._length, (start + length - 1) // self._length
        if last >= len(self._starts) - 1 or length > 1_000_000:
            raise ValueError("beyond the end of the file")
        parts = (
            zlib.decompressobj(-zlib.MAX_WBITS).decompress(self._data[self._starts[k] : self._starts[k + 1]], self._length)
            for k in range(first, last + 1)
        )
        return b"".join(parts)[start - first * self._length :][:length]


GCIDE_KINDS = {r"n\.": "noun", r"v\.": "verb", r"adv\.": "adverb", r"a\.": "adjective"}


class Dictionary:
    """Everything that says what words mean here.

    Args:
        wordnet: None where there is none. gcide: likewise.
    """

    def __init__(self, wordnet: WordNet | None = None, gcide: Gcide | None = None) -> None:
        self._wordnet, self._gcide = wordnet, gcide
        self.missing = "" if wordnet or gcide else MISSING
        """Why most words have no definition here and what helps, or nothing."""

    def define(self, word: str, words: WordList | None = None) -> list[Definition]:
        """What a word means, in lower case; nothing where no dictionary says.

        Args:
            words: the list it is looked up for, whose own definition comes first.
        """
        own = words.definitions.get(word) if words else None
        found = [Definition(own, source=words.name)] if words and own else []
        if word in two_letter():
            return [*found, *(Definition(text) for text in two_letter()[word].split("; "))]
        if self._wordnet:
            found += self._wordnet.define(word)
        if not found and self._gcide:
            found = self._gcide.define(word)
        if not found and self._wordnet:
            found = self._wordnet.derived(word)
        return found


@functools.lru_cache(maxsize=4)
def dictionary(folder: Path | None = None) -> Dictionary:
    """The dictionaries of this machine, opened once.

    Args:
        folder: the WordNet dict folder; None for the one that WNSEARCHDIR names, or the usual places.

    Raises:
        WordListError: the folder that was named is none.
    """
    named = folder or (Path(os.environ["WNSEARCHDIR"]) if os.environ.get("WNSEARCHDIR") else None)
    wordnet = named or next((Path(place) for place in PLACES if Path(place, "index.noun").exists()), None)
    gcide = next((Path(place) for place in GCIDE if Path(place, "gcide.index").exists()), None)
    return Dictionary(wordnet and WordNet(wordnet), gcide and Gcide(gcide))


@functools.cache
def two_letter() -> dict[str, str]:
    """Our own definitions of the words of one and two letters, senses separated by ``"; "``."""
    text = importlib.resources.files("muckle.words").joinpath("data", "two_letter.txt").read_text("utf-8")
    lines = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    return {word: said for word, said in lines}


def formed_from(word: str, steps: int) -> Iterator[str]:
    """The words that this one may be formed from in so many steps, the likelier first.

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
    """The word with each ending that it has replaced, in the order of the rules; at least two letters."""
    for rule in rules.split():
        old, _, new = rule.partition(":")
        if word.endswith(old) and len(word) - len(old) + len(new) > 1 and len(word) > len(old):
            yield word[: len(word) - len(old)] + new


def _mapped(path: Path) -> mmap.mmap:
    try:
        with path.open("rb") as file:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is empty"
        raise WordListError(f"{path} cannot be read ({reason}); expected a file of the dictionary") from None


def _exceptions(path: Path) -> dict[str, list[str]]:
    try:
        lines: Iterable[str] = path.read_text("utf-8", "replace").splitlines()
    except OSError:
        return {}
    return {word: bases for word, *bases in map(str.split, filter(None, map(str.strip, lines)))}


def _rows(index: mmap.mmap, word: bytes, key: Callable[[bytes], bytes]) -> Iterator[bytes]:
    """The lines of a file whose key is the word; the file is sorted by it, so the first is found by halving."""
    low, high = 0, len(index)
    while low < high:
        start = index.rfind(b"\n", 0, (low + high) // 2) + 1
        end = _line_end(index, start)
        if key(index[start:end]) < word:
            low = end + 1
        else:
            high = start
    while low < len(index):
        end = _line_end(index, low)
        line = index[low:end]
        if key(line) != word:
            return
        yield line
        low = end + 1


def _line_end(index: mmap.mmap, start: int) -> int:
    end = index.find(b"\n", start)
    return len(index) if end < 0 else end


def _first_field(line: bytes) -> bytes:
    """What WordNet's index files are sorted by."""
    return line[: line.find(b" ")]


def _plain_headword(line: bytes) -> bytes:
    """What dictd's index files are sorted by."""
    return re.sub(rb"[^a-z0-9 ]", b"", line.partition(b"\t")[0].lower())


def _chunks(data: mmap.mmap) -> tuple[int, list[int]]:
    """The length of each chunk of a dictzip file, and where they begin and the last one ends.

    The format is gzip's, with an extra field "RA" that holds the sizes of chunks which are compressed apart.
    """
    extra = data[12 : 12 + int.from_bytes(data[10:12], "little")]
    if data[:3] != b"\x1f\x8b\x08" or not data[3] & 4 or extra[:2] != b"RA":
        raise ValueError("no chunks")
    numbers = [int.from_bytes(extra[k : k + 2], "little") for k in range(4, len(extra), 2)]
    _, length, count, *sizes = numbers
    if not length or len(sizes) < count:
        raise ValueError("no chunks")
    at = 12 + len(extra)
    for flag in (8, 16):  # the name and the comment, each with a zero behind it
        at = data.find(b"\0", at) + 1 if data[3] & flag else at
    starts = [at]
    for size in sizes[:count]:
        starts.append(starts[-1] + size)
    return length, starts


def _number(text: bytes) -> int:
    """A number of a dictd index: digits A-Z, a-z, 0-9, + and /."""
    number = 0
    for digit in text.decode("ascii"):
        number = number * 64 + "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".index(digit)
    return number


def _without_brackets(text: str) -> str:
    before = ""
    while before != text:
        before, text = text, re.sub(r"\[[^\[\]]*\]", "", text)
    return text


def _first_sentence(text: str) -> str:
    """A sense without examples and authors."""
    text = one_line(re.split(r"\n\s*\n", text.strip())[0])
    return re.split(r'\s--\s?[A-Z]|"|; as,|\s\.\s', text)[0].strip(" ;,.")
