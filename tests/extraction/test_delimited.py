"""CSV and TSV: rows, columns, lines, and the options of a library."""

from __future__ import annotations

import pytest

from pincite.domain.documents import Document, Location
from pincite.domain.errors import UnreadableError
from pincite.extraction.data.delimited import read_delimited
from pincite.extraction.source_file import Options, SourceFile


def read(text: str, options: Options | None = None, name: str = "pots.csv") -> list[Document]:
    return list(read_delimited(SourceFile(name, text.encode()), options or Options()))


def place(document: Document, needle: str) -> tuple[Location, int | None]:
    at = document.text.index(needle)
    section = next(section for section in document.sections if section.start <= at < section.end)
    assert document.lines is not None
    return section.location, document.lines.line_at(at)


TABLE = "name,colour,price\nTeapot,blue,12\nKettle,red,30\n"


def test_a_row_reads_as_column_and_value():
    (document,) = read(TABLE)

    assert "name: Kettle\ncolour: red\nprice: 30" in document.text
    assert document.text.startswith("name,colour,price\n")
    assert document.title == "pots"


def test_a_row_has_its_line_even_after_cells_of_several_lines():
    (document,) = read('name,note\nTeapot,"one\ntwo, ""quoted""\nthree"\n\nKettle,needle\n')

    assert place(document, "needle")[1] == 6
    assert place(document, 'two, "quoted"')[1] == 2


def test_rows_share_a_section_up_to_two_hundred_words():
    rows = "".join(f"pot{number},{'word ' * 60}\n" for number in range(1, 8))

    (document,) = read("name,text\n" + rows)

    named = [section.location.row for section in document.sections if section.location.row]
    assert named == ["1–3", "4–6", "7"]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
def test_the_delimiter_is_found_out(delimiter):
    (document,) = read(TABLE.replace(",", delimiter).replace("12", "12.50"))

    assert "name: Teapot" in document.text


def test_commas_in_numbers_do_not_cut():
    (document,) = read("name;price, net\nTeapot;12,50\nKettle;9,90\n")

    assert "price, net: 12,50" in document.text


def test_excels_line_about_the_delimiter_is_obeyed_and_counted():
    (document,) = read("sep=;\r\nname;price\r\nTeapot;12\r\n")

    assert place(document, "name: Teapot")[1] == 3


def test_chosen_columns_become_content_metadata_and_id():
    options = Options(csv_content_columns=("colour",), csv_metadata_columns=("price",), csv_id_column="name")

    documents = read(TABLE, options)

    assert [(each.text, each.metadata, each.sections[0].location.row) for each in documents] == [
        ("blue", {"price": "12"}, "Teapot"),
        ("red", {"price": "30"}, "Kettle"),
    ]
    assert len({each.member for each in documents}) == 2


def test_an_id_stays_with_its_row_when_rows_are_reordered():
    options = Options(csv_id_column="name", csv_metadata_columns=("price",))

    first, second = read(TABLE, options), read("name,colour,price\nKettle,red,30\nTeapot,blue,12\n", options)

    assert {each.member: each.text for each in first} == {each.member: each.text for each in second}


def test_a_table_without_heading_is_read_as_it_stands():
    (document,) = read("1,2.5,blue\n2,3.5,red\n")

    assert "2,3.5,red" in document.text
    assert place(document, "2,3.5")[0].row == "1–2"


def test_years_are_column_names():
    (document,) = read("country,2019,2020\nAtlantis,1.5,2\n")

    assert "2020: 2" in document.text


@pytest.mark.parametrize("gap", ["\n", '\n"Of two\nlines";x\n\n'])
def test_what_stands_above_a_table_is_not_its_heading(gap: str):
    (document,) = read(f"Statement\nAccount;NO 17\n{gap}Date;Payee;Sum\nMonday;Baker;many\nTuesday;Miller;few\n")

    assert "Date: Monday\nPayee: Baker\nSum: many" in document.text
    assert document.text.startswith("Statement\nAccount;NO 17")


def test_lines_above_the_heading_are_kept():
    (document,) = read("Account of the teahouse\n\ndate,amount,text\n2024-01-02,5,needle\n2024-01-03,6,leaf\n2024-01-04,7,cup\n")

    assert "Account of the teahouse" in document.text
    assert "text: needle" in document.text
    assert place(document, "needle")[1] == 4


def test_a_quote_that_is_never_closed_swallows_no_row():
    (document,) = read('name,note\nTeapot,"12 inch\nKettle,needle\n')

    assert "note: needle" in document.text
    assert document.notices


def test_a_quote_inside_a_cell_is_a_letter():
    (document,) = read('name,note\nTeapot,12" wide\nKettle,"a" b\n')

    assert 'note: 12" wide' in document.text


def test_short_and_long_rows_are_read():
    (document,) = read("a,b\n1x\n2x,3x,4x\n")

    assert "column 3: 4x" in document.text


@pytest.mark.parametrize("text", [" \n\n", ",,\n,,\n", '""\n'])
def test_a_table_without_text_says_so(text):
    with pytest.raises(UnreadableError):
        read(text)


def test_a_cell_larger_than_the_csv_modules_limit_is_read():
    (document,) = read("name,note\nTeapot," + "leaf " * 40_000 + "needle\n")

    assert "needle" in document.text


def test_two_stray_quotes_far_apart_swallow_no_rows():
    rows = "".join(f"Pot {number},plain\n" for number in range(20))

    (document,) = read(f'name,note\nTeapot,"12 inch\n{rows}Kettle,5" wide\n')

    assert "name: Pot 7\nnote: plain" in document.text
