"""Notebooks: cells, headings, outputs, and lines of the file."""

from __future__ import annotations

import json

import pytest

from pincite.domain.documents import Document, Location, Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.data.notebook import MAX_OUTPUT, read_notebook
from pincite.extraction.source_file import Options, SourceFile


def read(notebook: object) -> Document:
    text = notebook if isinstance(notebook, str) else json.dumps(notebook, indent=1)
    (document,) = read_notebook(SourceFile("tea.ipynb", text.encode()), Options())
    return document


def place(document: Document, needle: str) -> tuple[Location, int | None]:
    at = document.text.index(needle)
    section = next(section for section in document.sections if section.start <= at < section.end)
    assert document.lines is not None
    return section.location, document.lines.line_at(at)


def markdown(*lines: str) -> dict[str, object]:
    return {"cell_type": "markdown", "metadata": {}, "source": list(lines)}


def code(source: object, *outputs: object) -> dict[str, object]:
    return {"cell_type": "code", "metadata": {}, "execution_count": 1, "outputs": list(outputs), "source": source}


def notebook(*cells: object) -> dict[str, object]:
    return {"cells": list(cells), "metadata": {"language_info": {"name": "python"}, "title": "Given"}, "nbformat": 4, "nbformat_minor": 5}


def test_a_passage_has_its_cell_and_the_headings_above_it():
    document = read(notebook(markdown("# Tea\n", "\n", "About.\n", "## Brewing\n", "Hot."), code(["needle = 1\n", "x"]), markdown("## Other")))

    location, _ = place(document, "needle")
    assert (location.part, location.heading_path, location.anchor) == ("cell 2", ("Tea", "Brewing"), "brewing")
    assert document.title == "Tea"
    assert [entry.text for entry in document.outline] == ["Tea", "Brewing", "Other"]


def test_the_line_is_that_of_the_file():
    source = notebook(markdown("# Tea\n", "needle here"))
    text = json.dumps(source, indent=1)

    document = read(text)

    line = next(number for number, row in enumerate(text.split("\n"), 1) if "needle" in row)
    assert place(document, "needle")[1] == line


def test_a_hash_in_a_fence_is_no_heading():
    document = read(notebook(markdown("```sh\n", "# no heading\n", "```\n", "# Heading\n")))

    assert [entry.text for entry in document.outline] == ["Heading"]


def test_text_of_outputs_is_read_and_pictures_are_not():
    result = {"output_type": "execute_result", "metadata": {}, "data": {"text/plain": ["needle 42"], "image/png": "iVBORw0KGgo" * 50, "text/html": "<b>no</b>"}}
    figure = {"output_type": "display_data", "metadata": {}, "data": {"text/plain": "<Figure size 640x480 with 1 Axes>", "image/png": "QUJD" * 90}}
    error = {"output_type": "error", "ename": "TeaError", "evalue": "too hot", "traceback": ["\x1b[31mTrace\x1b[0m"]}
    stream = {"output_type": "stream", "name": "stdout", "text": ["printed\n"]}

    document = read(notebook(code("brew()", result, figure, error, stream)))

    assert all(word in document.text for word in ("needle 42", "printed", "TeaError", "too hot"))
    assert not any(word in document.text for word in ("iVBOR", "QUJD", "Figure", "<b>"))


def test_long_output_is_shortened_and_said():
    stream = {"output_type": "stream", "name": "stdout", "text": [f"row {number}\n" for number in range(9_000)]}

    document = read(notebook(code("brew()", stream)))

    assert len(document.text) < MAX_OUTPUT * 1.5
    assert document.notices


def test_notebooks_of_format_3_have_cells_in_worksheets():
    cells = [{"cell_type": "heading", "level": 1, "source": ["Tea"]}, {"cell_type": "code", "input": "needle", "outputs": [{"output_type": "pyout", "text": ["7"]}]}]

    document = read({"metadata": {"name": ""}, "nbformat": 3, "worksheets": [{"cells": cells}]})

    assert document.title == "Tea"
    assert place(document, "needle")[0] == Location(heading_path=("Tea",), anchor="tea", part="cell 2")


def test_a_source_may_be_one_string():
    document = read(notebook(markdown(), code("first\nneedle\n")))

    assert "first\nneedle" in document.text


@pytest.mark.parametrize("text", ['{"cells": [', "not json", "[1, 2]", '{"a": 1}'])
def test_what_is_no_notebook_is_damaged(text):
    with pytest.raises(UnreadableError) as caught:
        read(text)

    assert caught.value.reason is Reason.DAMAGED
