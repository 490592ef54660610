"""Scenes made by hand, so that every kind of zone, face and act is drawn before a game needs it."""

from muckle.scene.contract import Act, Ask, Cell, Face, Piece, Result, Scene, Seat, Standing, Table, Zone

PIECES = {
    "kh": Piece("King of Hearts", Face("card", "K", "H"), owner=0, marks=("just drawn",)),
    "10s": Piece("10 of Spades", Face("card", "10", "S"), owner=0),
    "9s": Piece("9 of Spades", Face("card", "9", "S"), owner=1),
    "3s": Piece("3 of Spades", Face("card", "3", "S"), owner=1),
    "2d": Piece("2 of Diamonds, discarded by Ben", Face("card", "2", "D")),
    "5c": Piece("5 of Clubs, discarded by Ann", Face("card", "5", "C")),
    "al": Piece("card A or L", Face("letters", "A", "L")),
    "rb": Piece("card R or B, used as B", Face("letters", "R", "B", on="B")),
    "q": Piece("tile Q", Face("tile", "Q", value=10)),
    "e": Piece("blank used as E", Face("tile", "E", value=0)),
    "blank": Piece("blank tile", Face("tile", "", value=0)),
    "m5": Piece("5 of Moons", Face("piecepack", "5", "M")),
    "coin": Piece("coin 3 of Crowns", Face("coin", "3", "C")),
    "flag": Piece("start flag", Face("text", "flag")),
    "secret": Piece("a face-down tile"),
}

ZONES = {
    "stock": Zone("stack", "Stock", n=23),
    "pile": Zone("pile", "Discard pile", items=("5c", "2d")),
    "new": Zone("tray", "New card", "tray", items=("al",)),
    "ben": Zone("panel", "Ben", "others", owner=1),
    "ben-hand": Zone("fan", "hand", "others", owner=1, n=4, parent="ben"),
    "ben-spades": Zone("column", "spades", "others", owner=1, items=("9s", "3s"), parent="ben"),
    "ben-hearts": Zone("column", "hearts", "others", owner=1, parent="ben"),
    "cleo": Zone("panel", "Cleo", "others", owner=2),
    "cleo-spades": Zone("column", "spades", "others", owner=2, parent="cleo"),
    "row1": Zone("row", "Row 1", "me", items=("rb",), note="spells nothing yet"),
    "row2": Zone("row", "Row 2", "me"),
    "hand": Zone("fan", "Your hand", "me", owner=0, items=("kh", "10s")),
    "bag": Zone("bag", "Bag", "side", n=40),
    "things": Zone("fan", "Things", "side", items=("blank", "m5", "coin", "flag", "secret")),
    "board": Zone(
        "grid",
        "Board",
        width=5,
        height=4,
        cells={"1,1": Cell("triple word", "triple-word"), "3,3": Cell("start", "start"), "4,5": Cell("HOM")},
        on={"2,3": ("q",), "3,3": ("e",)},
    ),
}

ACTS = {
    "place KH": Act("Place the King of Hearts in your tableau", "place", on="p:kh", key="1"),
    "discard KH": Act("Discard the King of Hearts", "discard", on="p:kh", to="z:pile", key="d"),
    "claim 1": Act("Claim row 1 as a word", "claim", on="z:row1", ask=Ask("word", "Which word is row 1?", least=1, most=1)),
    "blank": Act("Name the blank", "name", ask=Ask("letter", "Which letter", "letter")),
    "take": Act("Take a coin", "take", ask=Ask("suit", "Which coin?", "choice", choices=("Crowns", "Moons"))),
    "end": Act("End the turn", "end", key="Enter", main=True),
}

SEATS = (
    Seat("Ann", "12", turn=True, you=True, note="dealer"),
    Seat("Ben", "-3", kind="bot", note="has placed nothing yet: 10 points at risk"),
    Seat("Cleo", "0", here=False),
)

TABLES = (
    Table("Scores of earlier hands", ("hand", "Ann", "Ben", "Cleo"), (("1", "+4", "−7", "0"), ("2", "+8", "+4", "0")), key="2"),
)

SCENE = Scene(
    game="any",
    title="Everything, three seats",
    status="Your turn: place a card or discard one.",
    seats=SEATS,
    zones=ZONES,
    pieces=PIECES,
    acts=ACTS,
    say=("Ben draws a card", "Ben discards the 2 of Diamonds."),
    tables=TABLES,
    help={"Any 5": "a card goes below a higher one"},
    viewer=0,
)

OVER = Scene(
    game="any",
    title="Everything, three seats",
    status="The match is over.",
    seats=SEATS,
    zones={"stock": Zone("stack", "Stock", n=0)},
    pieces={},
    acts={},
    result=Result(
        "Ann wins, 12 to 0",
        (
            Standing(1, 3, "-3", ("Spades: 2 cards, lost, −2", "Hearts: 1 card, lost, −1")),
            Standing(0, 1, "12", ("Hearts: 4 cards, won, +4",)),
            Standing(2, 2, "0"),
        ),
        "four hands played",
    ),
)
