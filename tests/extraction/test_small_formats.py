"""Subtitles, BibTeX, XML, configuration, logs and manual pages."""

from __future__ import annotations

import pytest
from office_samples import read as read_file

from pincite.domain.documents import Document, Location
from pincite.domain.errors import UnreadableError
from pincite.extraction.data.bibtex import read_bibtex
from pincite.extraction.data.config_files import read_tables, read_yaml
from pincite.extraction.data.logs import SECTION, read_log
from pincite.extraction.data.subtitles import read_subtitles
from pincite.extraction.data.xml_text import read_xml
from pincite.extraction.markup.manual_page import read_manual
from pincite.extraction.source_file import Options, Reader, SourceFile


def read(reader: Reader, text: str, name: str) -> list[Document]:
    return list(reader(SourceFile(name, text.encode()), Options()))


def place(document: Document, needle: str) -> tuple[Location, int | None]:
    at = document.text.index(needle)
    section = next(section for section in document.sections if section.start <= at < section.end)
    assert document.lines is not None
    return section.location, document.lines.line_at(at)


SRT = "1\n00:00:01,500 --> 00:00:03,000\n<i>Water</i>\nis hot.\n\n2\n01:02:03,004 --> 01:02:05,000\n{\\an8}The needle.\n3\n01:02:06,000 --> 01:02:07,000\nEnd.\n"


def test_cues_are_joined_and_keep_line_and_time():
    (document,) = read(read_subtitles, SRT, "tea.srt")

    assert document.text == "Water is hot. The needle. End."
    assert place(document, "needle")[1] == 8
    assert document.sections[0].location.time_ms == 1_500


def test_long_subtitles_are_cut_after_sentences_and_each_stretch_has_its_time():
    cues = "".join(f"00:{minute:02}:00.000 --> 00:{minute:02}:05.000\n{'word ' * 9}end{minute}.\n\n" for minute in range(20))

    (document,) = read(read_subtitles, "WEBVTT - On tea\n\nNOTE not said\n\n" + cues, "tea.vtt")

    assert document.title == "On tea"
    assert "not said" not in document.text
    location, _ = place(document, "end10.")
    assert location.time_ms in range(7 * 60_000, 10 * 60_000 + 1)


def test_the_header_of_subtitles_names_their_language():
    (document,) = read(read_subtitles, "WEBVTT\nKind: captions\nLanguage: de\n\n00:01.000 --> 00:02.000\nTee\n", "tea.vtt")

    assert document.language == "de"


def test_voices_entities_and_repeated_lines_of_live_captions():
    text = "WEBVTT\n\n00:01.000 --> 00:02.000 align:start\n<v Ada>Tea &amp; cake</v>\n\n00:02.000 --> 00:03.000\nAda: Tea &amp; cake\nnew<00:02.500><c> words</c>\n"

    (document,) = read(read_subtitles, text, "tea.vtt")

    assert document.text == "Ada: Tea & cake new words"


def test_subtitles_of_other_programs_keep_their_times():
    (sbv,) = read(read_subtitles, "0:00:01.000,0:00:02.000\nneedle\n", "tea.sbv")
    (ass,) = read(read_subtitles, "[Events]\nFormat: Layer\nDialogue: 0,0:00:01.50,0:00:02.00,Default,Ada,0,0,0,,{\\b1}a\\Nneedle, b\n", "tea.ass")

    assert (sbv.text, sbv.sections[0].location.time_ms) == ("needle", 1_000)
    assert (ass.text, ass.sections[0].location.time_ms) == ("Ada: a needle, b", 1_500)


def test_subtitles_without_a_cue_say_so():
    with pytest.raises(UnreadableError):
        read(read_subtitles, "WEBVTT\n\n", "tea.vtt")


BIB = """\
@string{press = "Tea Press"}
% comment
@Book{byte1999,
  author = {Byte, Ada and Bit, Bob},
  title = {On {T}ea: Caf{\\'e} stories},
  year = 1999, publisher = press # " Ltd",
  keywords = {tea; leaf},
  abstract = {A needle
   in tea.},
}
@comment{ignored}
@article(bit2000, title = "Pots {and "inner" quotes}", date = "2000-05")
"""


def test_each_entry_is_a_document_with_author_year_and_keywords():
    book, article = read(read_bibtex, BIB, "tea.bib")

    assert (book.title, book.member, book.tags) == ("On Tea: Café stories", "byte1999", ("tea", "leaf"))
    assert book.metadata["author"] == ["Ada Byte", "Bob Bit"]
    assert (book.metadata["year"], article.metadata["year"]) == (1999, 2000)
    assert book.metadata["publisher"] == "Tea Press Ltd"
    assert article.title == 'Pots and "inner" quotes'


def test_a_field_has_its_line():
    book, _ = read(read_bibtex, BIB, "tea.bib")

    assert place(book, "needle") == (Location(part="byte1999"), 8)


def test_an_entry_without_end_loses_only_itself():
    documents = read(read_bibtex, "@book{a, title = {Open\n\n@book{b,\n title = {Needle}}\n", "tea.bib")

    assert [each.title for each in documents][-1] == "Needle"


XML = """\
<?xml version="1.0"?>
<!DOCTYPE tea [<!ENTITY bomb "CANARY"><!ENTITY ext SYSTEM "file:///etc/hostname">]>
<tea>
  <pot colour="deep blue" id="p1"><name>Big</name><price>12</price></pot>
  <pot><name>needle</name></pot>
  <p>Words with <b>bold</b> parts
     over lines &amp; more &bomb; &ext;</p>
</tea>
"""


def test_xml_values_have_names_paths_and_lines():
    (document,) = read(read_xml, XML, "tea.xml")

    assert "pot[1].name: Big" in document.text
    assert place(document, "needle")[1] == 5
    assert place(document, "over lines")[1] == 7
    assert "Words with bold parts\nover lines & more" in document.text


def test_entities_are_neither_expanded_nor_fetched():
    (document,) = read(read_xml, XML, "tea.xml")

    assert "CANARY" not in document.text


def test_xml_with_an_error_is_read_without_its_tags():
    (document,) = read(read_xml, "<tea>\n<a>needle</b>\n", "tea.xml")

    assert "needle" in document.text
    assert document.notices
    assert place(document, "needle")[1] == 2


def test_a_drawing_says_its_words():
    (document,) = read(read_xml, '<svg xmlns="http://www.w3.org/2000/svg"><style>x{}</style><title>Map</title><path d="M 1 2"/><text>needle</text></svg>', "map.svg")

    assert document.title == "Map"
    assert "needle" in document.text
    assert "M 1 2" not in document.text


def test_an_outline_or_mind_map_keeps_its_texts_in_attributes():
    (document,) = read(read_xml, '<opml><body>\n<outline text="Tea">\n<outline text="needle"/>\n</outline></body></opml>', "tea.opml")

    assert place(document, "needle")[1] == 3


def test_tables_of_a_configuration_are_headings():
    (document,) = read(read_tables, 'a = 1\n[tea.pots]  # all\nb = [1,\n  2]\n[[cups]]\nneedle = "x"\n', "tea.toml")

    assert place(document, "needle") == (Location(heading_path=("cups",), anchor="cups"), 6)
    assert place(document, "a = 1")[0].heading_path == ()


def test_blocks_of_yaml_are_headings():
    (document,) = read(read_yaml, "title: Tea\npots:\n  - big\n  - needle\nowner: Ada\ntext: |\n  long\n", "tea.yaml")

    assert place(document, "needle")[0].heading_path == ("pots",)
    assert place(document, "Ada")[0].heading_path == ()
    assert place(document, "long")[0].heading_path == ("text",)


def test_a_log_is_cut_into_bounded_stretches_and_its_last_line_is_there():
    text = "".join(f"2024-01-02 row {number} brewed\n" for number in range(5_000)) + "last needle"

    (document,) = read(read_log, text, "tea.log")

    assert max(section.end - section.start for section in document.sections) <= SECTION
    assert "".join(document.text[section.start : section.end] for section in document.sections) == document.text
    assert place(document, "needle")[1] == 5_001


def test_colours_of_a_terminal_are_left_out():
    (document,) = read(read_log, "a\n\x1b[31mneedle\x1b[0m hot\n", "tea.log")

    assert document.text == "a\nneedle hot\n"


MAN = '.TH TEA 1 "2024-01-02"\n.\\" hidden\n.SH NAME\ntea \\- brews tea\n.SH OPTIONS\n.TP\n.BR \\-h ", " \\-\\-hot\nMakes it \\fBvery\\fR h\\(\'ot: needle.\n.SS More\nx\n'


def test_a_manual_page_reads_without_its_macros():
    (document,) = read(read_manual, MAN, "tea.1")

    assert document.title == "tea(1)"
    assert "tea - brews tea" in document.text
    assert "-h, --hot\nMakes it very hót: needle." in document.text
    assert place(document, "needle") == (Location(heading_path=("OPTIONS",), anchor="options"), 8)


def test_a_page_in_mdoc_macros_reads_as_words():
    (document,) = read(read_manual, ".Dd 2024\n.Dt TEA 1\n.Sh SYNOPSIS\n.Nm tea\n.Op Fl v\n.Ar pot\n", "tea.1")

    assert document.text == "SYNOPSIS\ntea\n-v\npot"


def test_lists_over_several_lines_are_no_tables():
    (document,) = read(read_tables, '[a]\nb = [\n  [1, 2],\n  [3, 4]\n]\n[*.{js,py}]\nneedle = 1\n', "tea.toml")

    assert [entry.text for entry in document.outline] == ["a", "*.{js,py}"]


def test_a_rotated_log_is_no_manual_page():
    (document,) = read(read_manual, "Jan 1 needle\n", "syslog.1")

    assert document.text == "Jan 1 needle\n"


@pytest.mark.parametrize(("name", "text"), [("x.properties", "# \\u00fcber\ngreet=Gr\\u00fc\\u00df e\\u0301\nraw=\\\\u00fc \\ud83d\n")])
def test_escapes_of_java_are_read_and_keep_their_lines(name: str, text: str):
    (document,) = read_file(name, text.encode())

    assert document.text == "# über\ngreet=Grüß é\nraw=\\\\u00fc \\ud83d\n"
    assert document.lines is not None
    assert document.lines.line_at(document.text.index("raw")) == 3


def test_bold_and_underlined_print_is_read_once():
    (document,) = read_file("page.txt", "N\bNA\bAM\bME\bE\n\n  _\bf_\bi_\bl_\be  é\bé\n".encode())

    assert document.text == "NAME\n\n  file  é\n"


def test_tables_of_a_manual_page_are_rows_without_their_looks():
    table = ".TS\ntab(@) allbox;\nl r\nl n.\nT{\nName\nT}@T{\nDepth\nof water\nT}\n_\nAlder@3\n.sp\n.T&\nl s.\n\\fBBirch\\fR\n.TE\n"

    (document,) = read_file("tide.1", f".TH TIDE 1\n.SH POOLS\nBefore.\n{table}After.\n.TS\nl l.\na\tb\nT{{\nlost".encode())

    assert document.text == "POOLS\nBefore.\nName\tDepth of water\nAlder\t3\nBirch\nAfter.\na\tb\nlost"
    assert document.lines is not None
    assert [document.lines.line_at(document.text.index(words)) for words in ("Name", "Alder", "After")] == [8, 15, 21]
