"""CSV for spreadsheets: every text stays a text, and names in any script stay as they are."""

import csv
import io

import pytest

from muckle.server.http.spreadsheet import BYTE_ORDER_MARK, harmless, to_csv


@pytest.mark.parametrize(
    "text",
    ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "\xa0=1", "\ufeff=1", "'=1", '"=1', " '\t@x", *"＝＋－＠"],
)
def test_no_text_is_taken_for_a_formula(text: str) -> None:
    assert harmless(text) == f"'{text}"


@pytest.mark.parametrize("cell", ["Ann", "", "Ann=Ben", "O'Hara", "'Ann'", "5", -3, 0, "سارا", "李雷", " Ann"])
def test_every_other_cell_stays_as_it_is(cell: str | int) -> None:
    assert harmless(cell) == cell


def test_a_spreadsheet_reads_names_right() -> None:
    data = to_csv([("name", "score"), ("Zoë", -3), ('=HYPERLINK("http://x")', 1)]).encode()
    assert data.startswith(BYTE_ORDER_MARK.encode()), "else Excel reads UTF-8 in the system's code page"
    rows = csv.reader(io.StringIO(data.decode("utf-8-sig")))
    assert [*rows] == [["name", "score"], ["Zoë", "-3"], ['\'=HYPERLINK("http://x")', "1"]]
