"""Tables as CSV that spreadsheets open: names in any script stay as they are, and no text is taken for a formula."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from starlette.responses import Response

BYTE_ORDER_MARK = "\ufeff"
"""Without it, Excel reads the file in the code page of the system, and names fall apart."""
FORMULA = frozenset("=+-@＝＋－＠")
"""First characters of a formula; some spreadsheets read the full-width ones alike."""
SKIPPED = " \t\r\n\v\f\xa0\u3000\ufeff'\""
"""Characters that a spreadsheet may skip or drop before it looks for a formula."""


def download(name: str, rows: Iterable[Sequence[str | int]]) -> Response:
    """Return rows as a file to save."""
    headers = {"content-disposition": f'attachment; filename="{name}.csv"'}
    return Response(to_csv(rows), media_type="text/csv", headers=headers)


def to_csv(rows: Iterable[Sequence[str | int]]) -> str:
    """Return rows as CSV (RFC 4180) with a byte order mark."""
    file = io.StringIO()
    csv.writer(file).writerows([harmless(cell) for cell in row] for row in rows)
    return BYTE_ORDER_MARK + file.getvalue()


def harmless(cell: str | int) -> str | int:
    """Return a cell, with an apostrophe before a text that a spreadsheet would take for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip(SKIPPED)[:1] in FORMULA else cell
