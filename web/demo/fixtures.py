"""Hand-written scenes for looking at the client without a game room, and for tests of what a match rarely shows."""

from __future__ import annotations

from msgspec.structs import replace

from muckle.scene.contract import Act, Ask, Cell, CellLook, Face, Goal, Piece, Result, Scene, Seat, Standing, Table, Zone

SUITS = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}
RANKS = {"A": "Ace", "K": "King", "Q": "Queen", "J": "Jack"}
NAMES = ("You", "Bramble", "Wren", "Tansy", "Sorrel")
COINS = tuple(f"coin{suit}" for suit in "CASM")
COLUMNS = (
    {"S": "K 10 7", "H": "Q 4", "D": "", "C": ""},
    {"S": "Q J 9 2", "H": "", "D": "9 8 5", "C": "K"},
    {"S": "", "H": "J 6", "D": "", "C": "5"},
    {"S": "8 6", "H": "K 10 9 8 3", "D": "K J", "C": "Q 10 8 7 6 4"},
    {"S": "5", "H": "7", "D": "Q 10 7", "C": "J"},
)


def card(text: str, marks: tuple[str, ...] = (), came: str = "") -> Piece:
    """A playing card from its text, "KH"."""
    rank, suit = text[:-1], text[-1]
    name = f"{RANKS.get(rank, rank)} of {SUITS[suit]}"
    looks = ("new",) if "just drawn" in marks else ()
    return Piece(name, Face("card", rank, suit), marks=marks, looks=looks, came=came)


def mitch(seats: int = 4) -> Scene:
    """The middle of a hand of Mitch, seen from the first seat, which is to act."""
    pieces: dict[str, Piece] = {}
    zones: dict[str, Zone] = {}
    for seat in [*range(1, seats), 0]:
        zones[f"seat{seat}"] = Zone("panel", f"{NAMES[seat]}'s tableau", "others" if seat else "me", seat)
        for suit, name in SUITS.items():
            items = tuple(rank + suit for rank in COLUMNS[seat][suit].split())
            pieces |= {item: card(item, came=f"seat{seat}") for item in items}
            place = "others" if seat else "me"
            zones[f"seat{seat}-{suit}"] = Zone("column", name, place, seat, items, lane=suit, parent=f"seat{seat}")
    for winner in ("7S", "3H", "5D", "4C"):
        if winner in pieces:
            pieces[winner] = replace(pieces[winner], marks=("winning",), looks=("winning",))
    hand = ("4S", "3S", "2H", "4D", "JC")
    if seats == 5:
        hand = ("4S", "3S", "2H", "4D", "9C")
    pieces |= {item: card(item) for item in hand}
    pieces[hand[-1]] = card(hand[-1], ("just drawn",), "stock")
    zones["stock"] = Zone("stack", "Stock", n=21)
    out = ("3D", "2C", "5H", "QD" if seats < 5 else "6D")
    pieces |= {item: card(item) for item in (*out, "AS", "AD")}
    zones["discards"] = Zone("pile", "Discard pile", items=out)
    zones["aces"] = Zone("row", "Aces shown", items=("AS", "AD"), note="2 of 3")
    zones["hand"] = Zone("fan", "Your hand", "me", 0, hand)
    acts: dict[str, Act] = {}
    for place, item in enumerate(hand, 1):
        label, suit = pieces[item].label, item[-1]
        if item not in ("2H", "JC") or suit == "H":
            acts[f"place {item}"] = Act(
                f"Place the {label}", "place", f"p:{item}", f"z:seat0-{suit}", "" if place > 9 else str(place)
            )
        acts[f"discard {item}"] = Act(f"Discard the {label}", "discard", f"p:{item}", "z:discards")
    scores = ("7", "4", "-2", "11", "0")
    notes = ("dealer", "", "has placed nothing yet: 10 points at risk", "", "")
    return Scene(
        game="mitch",
        title="Mitch, hand 2 of 4",
        status="Place a card in your tableau or discard one. 2 of 3 Aces shown.",
        seats=tuple(
            Seat(NAMES[seat], scores[seat], "bot" if seat else "human", turn=seat == 0, you=seat == 0, note=notes[seat])
            for seat in range(seats)
        ),
        zones=zones,
        pieces=pieces,
        acts=acts,
        say=("Bramble places the 2 of Spades.", "Wren discards the Queen of Diamonds.", "You draw the Jack of Clubs."),
        own=(2,),
        tables=(Table("Hands so far", ("Hand", *NAMES[:seats]), (("1", *scores[:seats]),), "1"),),
        help={
            "Mitch 4": "place one card or discard one",
            "Mitch 5": "a card goes below a higher one of its suit",
            "Mitch 8b": "who places nothing in phase 1 loses 10 points",
        },
        match="mitch",
        seq=31,
        viewer=0,
    )


def mitch_over(seats: int = 3) -> Scene:
    """The same match at its end."""
    why = (
        ("Spades: 4 cards, won, +4", "Hearts: 2 cards, lost, -2", "Hand 4: +2"),
        ("Diamonds: 3 cards, won, +4", "Spades: 4 cards, lost, -4"),
        ("Hearts: won, +4", "Clubs: won, +4"),
    )
    standings = (Standing(0, 3, "2", why[0]), Standing(1, 2, "5", why[1]), Standing(2, 1, "8", why[2]))
    result = Result("Wren wins, 8 to 5", standings, "Four hands have been played (Mitch 9)")
    scene = mitch(seats)
    rest = tuple(replace(seat, turn=False) for seat in scene.seats)
    return replace(scene, acts={}, seats=rest, status="The match is over.", result=result, match="mitch-over")


def letters(text: str, came: str = "") -> Piece:
    """A two-letter card."""
    return Piece(f"{text[0]} or {text[1]}", Face("letters", text[0], text[1]), came=came)


def counted(cards: int) -> str:
    """A number of cards in words."""
    return "1 card" if cards == 1 else f"{cards or 'no'} cards"


def mickell(rows: tuple[str, ...] = ("TH OD AP EW", "RB EK TH2 SC OH", ""), current: str = "IL", turn: int = 14) -> Scene:
    """A turn of Mickell with the current card still to be placed."""
    pieces, name = {current: letters(current, "deck")}, " or ".join(current)
    zones = {"new": Zone("tray", "New card", "tray", 0, (current,))}
    acts: dict[str, Act] = {}
    for row, items in enumerate((tuple(text.split()) for text in rows), 1):
        pieces |= {item: letters(item) for item in items}
        zones[f"row{row}"] = Zone("row", f"Row {row}", items=items, note=counted(len(items)))
        acts[f"place {row}"] = Act(f"Place {name} on row {row}", "place", f"p:{current}", f"z:row{row}", str(row))
        if items:
            top = items[-1]
            text = f"Trim {top[0]} or {top[1]} from row {row}"
            acts[f"trim {row}"] = Act(text, "trim", f"p:{top}", "z:out")
        if len(items) >= 3:
            ask = Ask("word", f"Which word is row {row}?", least=len(items), most=len(items))
            acts[f"claim {row}"] = Act(f"Claim row {row} as a word", "claim", f"z:row{row}", key="cvbn"[row - 1], ask=ask)
    acts["discard"] = Act(f"Discard {name}", "discard", f"p:{current}", "z:out", "d")
    acts["undo"] = Act("Take back", "undo", key="u")
    scored, out = ("RW", "EK2", "AL"), ("MS", "EP")
    pieces |= {item: letters(item) for item in (*scored, *out)}
    zones["deck"] = Zone("stack", "Draw pile", "side", n=34)
    zones["scored"] = Zone("pile", "Scoring pile", "side", 0, scored)
    zones["out"] = Zone("pile", "Discard", "side", 0, out)
    points = (("3", "1"), ("4", "2"), ("5", "3"), ("6", "5"), ("7", "6"), ("8 or more", "each card"))
    return Scene(
        game="mickell",
        title="Mickell",
        status=f"Turn {turn} of 48: place the new card on a row or discard it.",
        seats=(Seat("You", "3", turn=True, you=True, goal=Goal(16, 32, "16 is a success", 3)),),
        zones=zones,
        pieces=pieces,
        acts=acts,
        say=("You claim WEAL for 2 points.",),
        own=(0,),
        tables=(
            Table("Words", ("Word", "Row", "Points"), (("WEAL", "2", "2"), ("RED", "1", "1"))),
            Table("Points", ("Letters", "Points"), points, "4"),
        ),
        help={"Mickell 10": "each card gives one of its letters, in order", "Mickell 3c": "place or discard the new card"},
        match="mickell",
        seq=40,
        viewer=0,
    )


def mickell_long() -> Scene:
    """Mickell with a row far longer than a phone is wide."""
    items = ["RB", "EK", "TH", "SC", "OH", "AP", "OD", "EM", "IN", "LY", "TS", "ER", "GU"]
    return replace(mickell((" ".join(items), "AN EN", "IT")), match="mickell-long")


def pieces_of_all_kinds() -> Scene:
    """Every kind of face and zone once, also those of games to come."""
    pieces = {f"pp{suit}{rank}": Piece(f"{suit} {rank}", Face("piecepack", rank, suit)) for suit in "CASM" for rank in "N5A"}
    pieces |= {f"coin{suit}": Piece(f"coin {suit}", Face("coin", "3", suit)) for suit in "CASM"}
    pieces |= {
        f"tile{letter}": Piece(letter, Face("tile", letter, value=value))
        for letter, value in zip("QUIZX", (10, 1, 1, 10, 8), strict=True)
    }
    pieces["word"] = Piece("a text", Face("text", "Ten of the best"))
    pieces["fixed"] = Piece("A, not L", Face("letters", "A", "L", on="A"))
    pieces["road"] = Piece("R", Face("tile", "R", value=1), owner=1)
    looks: dict[str, CellLook] = {
        "1,1": "triple-word",
        "1,4": "double-letter",
        "2,2": "double-word",
        "3,3": "triple-letter",
        "4,4": "start",
    }
    zones = {
        "packs": Zone("row", "Tiles", items=tuple(piece for piece in pieces if piece.startswith("pp") and piece != "ppC5")),
        "board": Zone(
            "grid", "Board", width=7, height=7, cells={at: Cell("", look) for at, look in looks.items()}, on={"4,4": ("road",)}
        ),
        "bag": Zone("bag", "Bag", "side", n=80),
        "rest": Zone("row", "Others", items=("word", "fixed")),
        "theirs": Zone("panel", "Bramble", "others", 1),
        "their-hand": Zone("fan", "Bramble's hand", "others", 1, n=5, short="Hand", parent="theirs"),
        "their-tiles": Zone(
            "row", "Bramble's, in hand or face down", "others", 1, ("ppC5",), short="In hand or face down", parent="theirs"
        ),
        "their-coins": Zone(
            "row", "Bramble's coins", "others", 1, tuple(f"coin{suit}" for suit in "CASM"), short="Coins", parent="theirs"
        ),
        "rack": Zone("fan", "Your rack", "me", 0, tuple(f"tile{letter}" for letter in "QUIZX")),
    }
    acts = {f"X 4,{column}": Act(f"X on 4,{column}", "place", "p:tileX", f"c:board:4,{column}", short="X") for column in (3, 5)}
    acts["long"] = Act("Do what takes so many words that no window of a telephone holds them in one line", "end")
    seats = (Seat("You", "12", turn=True, you=True), Seat("Bramble", "9", "bot"))
    return Scene("kinds", "Every kind of piece", "Look at everything.", seats, zones, pieces, acts, match="kinds", viewer=0)


def pegs(boards: int = 1) -> Scene:
    """A game from outside the house: numbered squares, cards with numbers, goals of two seats, and a note on every zone."""
    hand, laid = ("4", "17", "108"), ("3", "5", "21", "60")
    pieces = {number: Piece(f"Card {number}", Face("text", number)) for number in (*hand, *laid)}
    pieces |= {name: Piece(f"{name}'s peg", Face("text", name[0]), seat) for seat, name in enumerate(NAMES[:2])}
    cells = {f"{row},{column}": Cell(str(8 * (row - 1) + column)) for row in range(1, 5) for column in range(1, 9)}
    on = {"1,2": ("You",), "2,5": ("Bramble",)}
    board = Zone("grid", "Pegs", width=8, height=4, cells=cells, on=on, note="31 is the end")
    zones = {
        "theirs": Zone("row", "Bramble's cards", "others", 1, ("60",), note="3 in hand"),
        "count": Zone("row", "The count", "tray", items=laid[:3], note="29 of 31"),
        "board": board,
        **({} if boards == 1 else {"other": replace(board, label="Other pegs", on={}, note="")}),
        "laid": Zone("row", "Cards you laid", "me", 0, note="none yet"),
        "hand": Zone("fan", "Your hand", "me", 0, hand, note="you gave Bramble 12"),
    }
    acts = {f"lay {number}": Act(f"Lay {number}", "place", f"p:{number}", "z:count", short="Lay") for number in hand}
    goals = [Goal(31, 31, "31 ends the match", points) for points in (2, 13)]
    seats = (Seat("You", "2", turn=True, you=True, goal=goals[0], note="dealer"), Seat("Bramble", "13", "bot", goal=goals[1]))
    match = "pegs" if boards == 1 else "two-boards"
    return Scene("pegs", "Pegs", "Lay a card.", seats, zones, pieces, acts, match=match, viewer=0)


def line() -> Scene:
    """A line on the alphabet, a card that may be laid before it as C, and how many cards show each letter."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    pieces = {on: Piece(f"{on}, from {on}S", Face("letters", on, "S", on=on), 0) for on in "FHLR"}
    pieces["C"] = Piece("C or Q", Face("letters", "C", "Q"))
    zones = {
        "offer": Zone("tray", "Offered card", "tray", items=("C",)),
        "own": Zone("panel", "Your line", "me", 0),
        "left": Zone("tray", "Left end", "me", 0, parent="own"),
        "line": Zone(
            "row", "Your cards", "me", 0, ("F", "H", "L", "R"), scale=letters, free="ABCDESTUVWXYZ", short="Cards", parent="own"
        ),
        "right": Zone("tray", "Right end", "me", 0, parent="own"),
    }
    acts = {
        "take": Act(
            "Take CQ as C on the left", "take", "p:C", "z:left", "1", half="C", note="loses D and E", short="C on the left"
        )
    }
    bars = {letter: place % 5 for place, letter in enumerate(letters)}
    table = Table(
        "Letters to come", ("Letter", "Cards"), tuple((letter, str(number)) for letter, number in bars.items()), bars=bars
    )
    seats = (Seat("You", "4", turn=True, you=True),)
    return Scene(
        "alphabetickell", "A line", "Take CQ or pass.", seats, zones, pieces, acts, tables=(table,), match="line", viewer=0
    )


def waiting() -> Scene:
    """A table with a free seat."""
    scene = mitch(3)
    seats = (*scene.seats[:2], Seat("free", kind="open"))
    return replace(scene, seats=seats, match="waiting", acts={}, status="Waiting for one more player.")


SCENES = {
    scene.match: scene
    for scene in (
        mitch(),
        replace(mitch(3), match="mitch3"),
        replace(mitch(5), match="mitch5"),
        mitch_over(),
        mickell(),
        mickell_long(),
        replace(
            mickell(),
            match="mickell-over",
            acts={},
            words=("WEAL", "RED"),
            result=Result(
                "23 points: very good",
                (Standing(0, 1, "23", ("WEAL 2", "RED 1")),),
                "All 48 cards are used (Mickell 5)",
                rating="very good",
            ),
        ),
        replace(mickell(("SP TH IG EW AL2 ND", "TC OH AM", "RW2 IL"), "EK", 23), match="board"),
        pieces_of_all_kinds(),
        pegs(),
        pegs(boards=2),
        line(),
        waiting(),
    )
}
