"""Makes PDF files whose right answers are known: by reportlab, and by hand where the bytes matter."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence

from reportlab.lib.pagesizes import A4
from reportlab.pdfgen import canvas

Draw = Callable[[canvas.Canvas], None]
LEFT = ("The left column begins at this place", "goes on with a second line of it", "then a third line stands below", "and the left one ends on this line.")
RIGHT = ("Over here the right column starts", "with its own second line of text", "and also a third line down there", "until the right one has its end.")


def pdf(*pages: Draw | str, **settings: object) -> bytes:
    """One page for each drawing; a text is drawn line by line from the top."""
    out = io.BytesIO()
    sheet = canvas.Canvas(out, pagesize=A4, **settings)
    for page in pages:
        if isinstance(page, str):
            lines(page.split("\n"))(sheet)
        else:
            page(sheet)
        sheet.showPage()
    sheet.save()
    return out.getvalue()


def lines(texts: Sequence[str], x: float = 72, y: float = 760) -> Draw:
    def draw(sheet: canvas.Canvas) -> None:
        for i, text in enumerate(texts):
            sheet.drawString(x, y - 14 * i, text)

    return draw


def across(sheet: canvas.Canvas) -> None:
    """Two columns, drawn line by line across both."""
    sheet.drawString(72, 790, "One title that stands above the two columns and is as wide as both")
    for i, (left, right) in enumerate(zip(LEFT, RIGHT, strict=True)):
        sheet.drawString(72, 740 - 14 * i, left)
        sheet.drawString(320, 740 - 14 * i, right)


def right_first(sheet: canvas.Canvas) -> None:
    lines(RIGHT, 320)(sheet)
    lines(LEFT, 72)(sheet)


def plain(content: bytes, *, fonts: bytes = b"<< /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>") -> bytes:
    """A page with exactly this content stream."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font " + fonts + b" >> >>",
        b"<< /Length %d >>\nstream\n" % len(content) + content + b"\nendstream",
    ]
    out = b"%PDF-1.4\n"
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return out + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)
