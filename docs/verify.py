"""Check the chance of hosted matches that are over, without muckle: python verify.py FILE. See chance.md.

Proven of each match: the secret is the one that the room committed to, and every draw is what that secret gives together with
the salts, the game, its options, cards and words.

Not proven, as no file can know it: that you saw this commitment before you sat down and that your salt stands at your seat
(compare both with what you noted), who played the other seats, and whom the operator told the cards.
"""

import json
import sys
from hashlib import blake2b
from pathlib import Path

THINGS = json.loads(Path(__file__).with_name("things.json").read_text(encoding="utf-8"))


def in_order(game, options):
    """All that can be drawn, as it lies when a match or a hand begins."""
    if game == "mitch":
        suits = [[*suit[: options["ranks"]], suit[-1]] for suit in THINGS[game][: options["suits"]]]
        return [card for suit in suits for card in suit] * options["packs"]
    if game == "multzo":
        return [tile for suit in THINGS[game][: options["suits"]] for tile in suit[: options["ranks"]]]
    return THINGS[game][options.get("tiles") or options["deck"]]


def malformed(header):
    """Return a sentence about the first secret, commitment or salt that is malformed; nothing if all are well formed."""
    texts = [("secret", header.get("secret") or ""), ("commitment", header["commitment"])]
    for kind, text in texts + [("salt", text) for text in header["salts"]]:
        if not isinstance(text, str) or len(text) not in (0, 64) or not set(text) <= set("0123456789abcdef"):
            return f"a {kind} is 64 hexadecimal digits in lower case, got {text!r:.70}"
    return ""


def facts(header, *lines):
    """Yield all that can be checked: what it is, how it is recorded, and how it must be."""
    game, seats, secret, number, aside = header["game"], header["seats"], bytes.fromhex(header.get("secret") or ""), 0, []
    known = "commitment" if secret else "the secret is not shown, so nothing can be checked; the commitment"
    yield known, header["commitment"], blake2b(secret + header["match"].encode(), digest_size=32).hexdigest()
    mixed = {name: header.get(name) for name in ("game", "version", "seats", "options", "cards", "words", "salts")}
    text = json.dumps(mixed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    key = blake2b(text.encode(), digest_size=32, key=secret).digest()
    known = game in THINGS or header.get("cards")  # of a game from elsewhere nothing says what lies where
    row = whole = [*enumerate(header.get("cards") or in_order(game, header["options"]))] if known else []
    for line in [header, *lines]:
        verb, _, acted = line.get("action", "").partition(" ")
        gone = [one for one in aside if verb in ("draw", "keep") and one[1:] in [(acted,), (acted, str(line["seat"]))]][:1]
        back = [one for one in whole if one[1] == acted and (verb == "return" or (verb, game) == ("discard", "multzo"))][:1]
        aside = [one for one in aside if one not in gone] + back  # what may come back into the row, dealt cards with their seat
        yield "number of salts or picks", (len(header["salts"]), len(line.get("picks") or [])), (seats, len(line["chance"]))
        for text, (pick, n) in zip(line["chance"], line.get("picks") or [], strict=True):
            true = int.from_bytes(blake2b(number.to_bytes(8, "big"), digest_size=4, key=key).digest(), "big") * n >> 32
            verb, *seat, thing = text.split() if known else ("elsewhere", text)
            if verb == "elsewhere":
                yield f"draw {number}", pick, true
            elif verb in ("dealer", "start"):  # among all; later in Multzo among those who lead, whoever they are
                more = seats - n if number else 0
                yield f"draw {number}", (true <= int(thing) <= true + more, pick, n + more), (True, true, seats)
            else:
                if n != len(row):  # all lies there again, or what lay aside does
                    row, aside = whole if n == len(whole) else aside if game == "multzo" else sorted(row + aside), []
                one, rest = [*row[true:], (None, None)][0], row[true + 1 :]
                yield f"draw {number}", (thing, pick, n), (one[1], true, len(row))
                row = row[:true] + (rest[-1:] + rest[:-1] if game in ("mitch", "multzo") else rest)  # the last fills the gap
                aside += [(*one, *seat)] if (game, verb) in [("grabble_road", "lot"), ("alphabetickell", "deal")] else []
            number += 1


def verdict(header, *lines):
    """Return whether a match failed, and what there is to say about it."""
    try:
        wrong = malformed(header) or next(
            (f"{what} is recorded as {said}, not {true}" for what, said, true in facts(header, *lines) if said != true), ""
        )
        things = header["game"] in THINGS or header.get("cards")
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        return True, f"a field is missing or of the wrong type ({type(error).__name__}: {error})"
    elsewhere = "" if things else "; what lies at each pick is for the game's own rules to say: muckle replay FILE --check"
    return bool(wrong), wrong or f"every {'draw' if things else 'pick'} is what secret and salts give{elsewhere}"


lines, failed = [json.loads(line) for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines() if line], False
starts = [place for place, line in enumerate(lines) if "commitment" in line]
for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
    wrong, text = verdict(*[line for line in lines[start:end] if "chance" in line or line is lines[start]])
    print(f"{lines[start].get('game', '')} {lines[start].get('match', '')}: {text}")
    failed = failed or wrong
sys.exit(failed)
