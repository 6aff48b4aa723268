"""XML that is a document has headings; XML that is data has paths."""

from __future__ import annotations

import pytest

from pincite.domain.documents import Document, Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.data.xml_text import read_xml
from pincite.extraction.source_file import Options, SourceFile

BOOK = """<?xml version="1.0"?>
<book xmlns="http://docbook.org/ns/docbook"><info><title>The Harbour Manual</title></info>
<chapter xml:id="moor"><title>Mooring</title><para>Tie the bow line first.</para>
<section><title>At <emphasis>low</emphasis> tide</title><para>Leave slack.</para><figure><title>A cleat</title></figure></section>
<section><title>At high tide</title><para>Tighten it.</para></section>
</chapter>
<chapter><title>Fuel</title><para>Diesel only.</para></chapter></book>"""


def document(source: str, name: str = "manual.xml") -> Document:
    (found,) = read_xml(SourceFile(name, source.encode()), Options())
    return found


def place_of(document: Document, words: str) -> tuple[tuple[str, ...], str | None, int | None]:
    at = document.text.index(words)
    (section,) = (section for section in document.sections if section.start <= at < section.end)
    assert document.lines is not None
    return section.location.heading_path, section.location.anchor, document.lines.line_at(at)


@pytest.mark.parametrize(
    ("words", "path", "anchor", "line"),
    [
        ("Tie the bow", ("The Harbour Manual", "Mooring"), "moor", 3),
        ("Leave slack", ("The Harbour Manual", "Mooring", "At low tide"), None, 4),
        ("A cleat", ("The Harbour Manual", "Mooring", "At low tide"), None, 4),
        ("Tighten", ("The Harbour Manual", "Mooring", "At high tide"), None, 5),
        ("Diesel", ("The Harbour Manual", "Fuel"), None, 7),
    ],
)
def test_a_docbook_passage_stands_under_its_titles(words, path, anchor, line):
    manual = document(BOOK)

    assert place_of(manual, words) == (path, anchor, line)


def test_the_outline_of_a_docbook_is_its_parts():
    manual = document(BOOK)

    assert [(entry.level, entry.text) for entry in manual.outline] == [
        (1, "The Harbour Manual"), (2, "Mooring"), (3, "At low tide"), (3, "At high tide"), (2, "Fuel"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("source", "words", "path"),
    [
        ("<topic id='t'><title>Anchors</title><body><p>Drop it slowly.</p></body></topic>", "Drop it", ("Anchors",)),
        ("<TEI><text><body><div><head>Letter one</head><p>Dear Ada.</p></div></body></text></TEI>", "Dear Ada", ("Letter one",)),
        ("<rss><channel><title>News</title><item><title>Ferry</title><description>It sails.</description></item></channel></rss>", "It sails", ("Ferry",)),
        ("<refentry><refnamediv><refname>tidy</refname></refnamediv><para>Sweeps the deck.</para></refentry>", "Sweeps", ("tidy",)),
    ],
)
def test_other_documents_in_xml_have_headings_too(source, words, path):
    assert place_of(document(source), words)[0] == path


def test_a_section_without_a_title_stands_under_the_one_around_it():
    manual = document("<article><title>Ropes</title><section><para>Hemp rots.</para></section><para>Nylon stretches.</para></article>")

    assert {section.location.heading_path for section in manual.sections} == {("Ropes",)}
    assert [entry.text for entry in manual.outline] == ["Ropes"]


def test_data_has_no_headings():
    catalogue = document("<catalogue><lamp><title>Brass lamp</title><price>40</price></lamp></catalogue>")

    assert catalogue.outline == ()
    assert catalogue.text == "lamp.title: Brass lamp\nlamp.price: 40"


def test_the_html_in_a_feed_is_read_and_its_language_known():
    feed = document(
        '<feed xml:lang="de-DE"><entry><title>Fähre</title><summary>&lt;p&gt;Sie &lt;b&gt;legt&lt;/b&gt; ab &amp;amp; an.&lt;/p&gt;</summary></entry></feed>'
    )

    assert feed.text == "Fähre\nsummary: Sie legt ab & an."
    assert feed.language == "de"


ARTICLE = """<article><front><article-meta><title-group><article-title>Of tides</article-title></title-group></article-meta></front><body>
<sec><title>Depths</title><p>See <mml:math xmlns:mml="m"><mml:semantics><mml:mrow><mml:mi>a</mml:mi>
<mml:mo>+</mml:mo><mml:mn>2</mml:mn></mml:mrow><mml:annotation>a + 2</mml:annotation></mml:semantics></mml:math> there.</p>
<table><tr><th>Pond</th>
<th>Depth</th></tr><tr><td>Alder</td><td><p>three</p></td></tr></table></sec></body></article>"""


def test_an_article_is_called_by_its_own_title():
    assert document(ARTICLE).title == "Of tides"


def test_rows_of_tables_and_formulas_stand_on_one_line():
    found = document(ARTICLE)

    assert found.text.endswith("Depths\nSee a+2\nthere.\nPond Depth\nAlder three")
    assert "a + 2" not in found.text
    assert place_of(found, "Pond Depth")[2] == 4


def test_rows_of_data_keep_their_names():
    found = document("<data><row><name>Ida</name><age>7</age></row><annotation>kept</annotation></data>")

    assert found.text == "row.name: Ida\nrow.age: 7\nannotation: kept"


def test_a_fiction_book_is_read_by_its_sections_in_its_own_encoding():
    book = """<?xml version="1.0" encoding="windows-1251"?><FictionBook><description><title-info><book-title>Чайка</book-title></title-info></description>
<body><section><title><p>Первая глава</p></title><p>Море было тихим.</p></section></body><binary id="cover.jpg">AAAA</binary></FictionBook>"""
    (found,) = read_xml(SourceFile("chaika.fb2", book.encode("cp1251")), Options())

    assert (found.title, found.encoding) == ("Чайка", "windows-1251")
    assert place_of(found, "Море")[0] == ("Первая глава",)
    assert "AAAA" not in found.text


def test_what_is_no_well_formed_xml_is_read_without_its_markup():
    found = document('<!DOCTYPE a [<!ENTITY x "never">\n<!ELEMENT a ANY>]><a>Open <b>words\n<c>more</a>')

    assert found.text == "Open words\nmore"
    assert found.notices


def test_a_binary_property_list_is_no_damage():
    with pytest.raises(UnreadableError) as refusal:
        document("bplist00\x01", "x.plist")

    assert refusal.value.reason is Reason.UNSUPPORTED
