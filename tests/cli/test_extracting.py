"""`pincite extract`: what a file yields, or why not and what is known all the same."""

from __future__ import annotations

import io
import json

import pytest
from reportlab.pdfgen.canvas import Canvas

from pincite.cli.arguments import parse
from pincite.cli.main import run


@pytest.fixture
def scan(tmp_path):
    stream = io.BytesIO()
    canvas = Canvas(stream)
    canvas.setTitle("Old charts")
    canvas.rect(10, 10, 100, 100)
    canvas.showPage()
    canvas.save()
    path = tmp_path / "scan.pdf"
    path.write_bytes(stream.getvalue())
    return path


def test_what_is_known_of_a_file_without_text_is_told_with_the_reason(scan, tmp_path, capsys):
    status = run(parse(["extract", "--json", "--library", str(tmp_path / "library"), str(scan)]))
    told = json.loads(capsys.readouterr().out)

    assert status == 1
    assert (told["path"], told["reason"], told["title"]) == (str(scan), "no-text", "Old charts")
    assert [page["page"] for page in told["pages"]] == [1]


def test_several_files_give_an_object_each(scan, tmp_path, capsys):
    note = tmp_path / "note.md"
    note.write_text("# Buoys\n\nRed to port.\n", encoding="utf-8")

    status = run(parse(["extract", "--json", "--library", str(tmp_path / "library"), str(note), str(scan), str(tmp_path / "gone.md")]))
    objects = [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    assert status == 1
    assert [told.get("reason") or told["title"] for told in objects] == ["Buoys", "no-text", "vanished"]


@pytest.mark.shared
def test_an_old_workbook_is_read_without_a_setting(real_files, tmp_path, capsys):
    book = real_files / "office-legacy" / "OOM_alloc.xls"

    status = run(parse(["extract", "--json", "--library", str(tmp_path / "library"), str(book)]))
    told = json.loads(capsys.readouterr().out)

    assert status == 0
    assert told["passages"][0]["cell"].startswith("'Weekly Report'!")
