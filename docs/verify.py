"""Check the chance of hosted matches that are over, without muckle: python verify.py FILE. See chance.md."""

import itertools
import json
import sys
from hashlib import blake2b
from pathlib import Path

DECK = "AJALAMAPAWAHEKELEMEWEDEFIBILIQIUICIGNBNFNHNUNDNVOCODOHOUOBOXRHRWRBRLRYRZSCSDSGSLSMSPTCTDTHTMTGTY"
DECKS = {"mickell": "RBEKTHSCOHAPODEM", "alphabetickell": "NHSCAPELTMOUIBRW"}
BAGS = {"standard100": "A9B2C2D4E12F2G3H2I9J1K1L4M2N6O8P2Q1R6S4T6U4V2W2X1Y2Z1?2", "tiny8": "A3C1D1T2?1"}
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]


def in_order(game, options, cards):
    """Everything that can be drawn, as it lies when a match or a hand begins; equal things lie at different places."""
    if game == "mitch":
        names = [rank + suit for suit in "SHDC"[: options["suits"]] for rank in [*RANKS[: options["ranks"]], "A"]]
        return list(enumerate(names * options["packs"]))
    if game == "multzo":
        return list(enumerate(s + r for s in "CASM"[: options["suits"]] for r in "N2345A"[: options["ranks"]]))
    if game == "grabble_road":
        counts = "".join(c if c.isdigit() else f" {c} " for c in BAGS[options["tiles"]]).split()
        return list(enumerate("".join(tile * int(count) for tile, count in zip(counts[::2], counts[1::2], strict=True))))
    deck = DECKS[game] if options["deck"] == "tiny" else DECK
    return list(enumerate(cards or map("".join, zip(deck[::2], deck[1::2], strict=True))))


def drawn(header, events, bits):
    """For every outcome, in order, what comes out. Events are words: verb, seat, thing; those of actions begin with *."""
    game, seats, options = header["game"], header["seats"], header["options"]
    whole = in_order(game, options, header.get("cards"))
    hand = options.get("hand_size", options.get("hand", options.get("deal")))
    last_ace = 3 * options.get("packs", 0) if options.get("ace_trigger") == "auto" else options.get("ace_trigger")
    stock, apart, hands, dealt, aces, lots, before = whole[:], [], {}, 0, 0, ["?"] * seats, str(seats)
    for verb, *words in events:
        seat, thing = words[0], words[-1]
        if verb == "*return" or (verb == "*discard" and game == "multzo"):
            apart.append(next(one for one in whole if one[1] == thing and one not in stock + apart))
        elif verb == "*draw":
            apart = [one for one in apart if one[1] != thing]
        elif verb == "*keep":
            hands[seat] = [one for one in hands[seat] if one[1] == thing][:1]
        elif verb in ("dealer", "start"):  # among all; in Multzo later among those who lead, whom this program does not know
            lead, raw = range(2, seats + 1) if dealt else [seats], bits()
            yield thing if any(0 <= int(thing) - (raw * n >> 32) <= seats - n for n in lead) else str(raw * seats >> 32)
        elif not verb.startswith("*"):
            lots, few = ([], lots.count(min(lots))) if verb == "lot" and seat <= before else (lots, 0)
            if (verb == "deal" and dealt % (seats * hand) == 0) or (hand == 0 and aces == last_ace):  # a new hand or round
                stock, apart, hands, aces = whole[:], [], {}, 0
            if not stock or len(stock) < few or (game == "grabble_road" and verb == "draw"):  # what lies apart goes back
                stock, apart = sorted(stock + apart) if game == "grabble_road" else apart, []
            if verb == "offer" and hands:
                stock, hands = [one for one in whole if one not in itertools.chain(*hands.values())], {}
            place = bits() * len(stock) >> 32
            if game in ("mitch", "multzo"):  # the last comes to lie at the place of what is drawn
                stock[place], stock[-1] = stock[-1], stock[place]
            one = stock.pop(-1 if game in ("mitch", "multzo") else place)
            yield one[1]
            dealt, aces = dealt + (verb == "deal"), aces + (one[1][0] == "A")
            if verb == "deal":
                hands.setdefault(seat, []).append(one)
            elif verb == "lot":
                lots, before, apart = [*lots, one[1]], seat, [*apart, one]


def hashed(size, data, key=b""):
    """BLAKE2b of so many bytes."""
    return blake2b(data, digest_size=size, key=key).digest()


def faults(header, lines):
    """What is wrong with the chance of a match."""
    secret, numbers = bytes.fromhex(header["secret"]), itertools.count()
    covered = {name: header.get(name) for name in ("match", "game", "version", "seats", "options", "cards", "words")}
    promised = json.dumps(covered, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    if hashed(32, secret + promised.encode()).hex() != header["commitment"]:
        yield "this is not the secret, or not the match, that was committed to"
    if len(header["salts"]) != header["seats"]:
        yield "there is not one salt for each seat"
    key = hashed(32, "\n".join(header["salts"]).encode(), secret)
    acts = ["", *(f"*{line['action']}".replace(" ", f" {line['seat']} ", 1) for line in lines)]
    chances = [header["chance"], *(line["chance"] for line in lines)]
    events = [text.split() for act, chance in zip(acts, chances, strict=True) for text in (act, *chance) if " " in text]
    things = drawn(header, events, lambda: int.from_bytes(hashed(4, next(numbers).to_bytes(8, "big"), key), "big"))
    recorded = [event[-1] for event in events if not event[0].startswith("*")]
    for number, (thing, true) in enumerate(zip(recorded, things, strict=True)):
        if thing != true:
            yield f"draw {number} is recorded as {thing}, but secret and salts give {true}"
            return


def main(path):
    """Say of each match whether its chance is right; 1 if of any it is not."""
    read = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
    begins = [*(number for number, line in enumerate(read) if "commitment" in line), len(read)]
    wrong = 0
    for begin, end in itertools.pairwise(begins):
        header, lines = read[begin], [line for line in read[begin:end] if "action" in line]
        found = list(faults(header, lines)) if header.get("secret") else ["the secret is not told, so nothing can be checked"]
        print(f"{header['game']} {header.get('match', '')}: {'; '.join(found) or 'every draw is what secret and salts give'}")
        wrong |= bool(found)
    return wrong


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
