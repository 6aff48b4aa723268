"""Web pages: what a reader sees, in order, with places."""

from __future__ import annotations

import pytest

from pincite.domain.documents import Document
from pincite.extraction.source_file import Options, SourceFile
from pincite.extraction.web.html import read


def page(source: str | bytes, options: Options | None = None) -> Document:
    data = source if isinstance(source, bytes) else source.encode()
    (document,) = read(SourceFile("page.html", data), options or Options())
    return document


def line_of(document: Document, needle: str) -> int | None:
    assert document.lines is not None
    return document.lines.line_at(document.text.index(needle))


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<p>one<p>two", "one\n\ntwo"),
        ("<b>bo</b>at and <i>shed</i>.", "boat and shed."),
        ("one<br>two", "one\ntwo"),
        ("<ul><li>one<li>two</ul>", "one\ntwo"),
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>", "a\tb\nc\td"),
        ("<table><tr><td><p>a</p><p>b</p></td><td>c</td></tr></table>", "a b\tc"),
        ("<div>one<div>two</div>three</div>", "one\n\ntwo\n\nthree"),
        ("a\n  b\t c", "a b c"),
        ("<pre>  one\n    two\n\nthree</pre>", "  one\n    two\nthree"),
        ("<p>caf&eacute; &amp; &lt;b&gt; e&#769;</p>", "café & <b> é"),
        ("x<sub>2</sub> <span> y </span>z", "x2 y z"),
        ("word<sup><a href='#n'>1</a></sup>, 10<sup>3</sup>", "word 1, 103"),
        ("har&shy;bour mas\u00adter", "harbour master"),
        ("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>字", "漢字"),
    ],
)
def test_blocks_part_and_inlines_join(source, text):
    assert page(f"<body>{source}</body>").text == text


@pytest.mark.parametrize(
    "unread",
    [
        "<script>no()</script>", "<style>no{}</style>", "<p hidden>no</p>", "<p style='display: none'>no</p>", "<p style='VISIBILITY:hidden'>no</p>",
        "<template>no</template>", "<noscript>no</noscript>", "<!-- no -->", "<span aria-hidden=true>no</span>", "<nav>no</nav>",
        "<div role=navigation>no</div>", "<div class='menu top'>no</div>", "<div id=sidebar>no</div>", "<footer>no</footer>",
        "<h2>yes<a class=headerlink>no</a></h2>", "<select><option>no</select>", "<svg><title>no</title><text>no</text></svg>",
    ],
)
def test_what_no_reader_sees_is_left_out(unread):
    document = page(f"<body><p>yes before</p>{unread} yes after <p>yes and a long tail of honest words, so that this is the page</p></body>")

    assert "no" not in document.text.split()
    assert "yes before" in document.text
    assert "yes after" in document.text


def test_a_page_that_is_all_menu_keeps_its_text():
    assert page("<body><div class=menu><p>All there is on this page.</p></div></body>").text == "All there is on this page."


def test_the_main_content_comes_first():
    document = page("<body><aside>beside it</aside><div>above</div><main><h1>Boats</h1><p>float</p></main><div>below</div></body>")

    assert document.text.index("float") < document.text.index("above") < document.text.index("below")
    assert "beside it" in document.text


@pytest.mark.parametrize("main", ["<main>", "<main role=main id=content>", "<div role=main>", "<article>", "<div id=content><div id=bodyContent>"])
def test_the_main_content_is_said_once(main):
    document = page(f"<body>above {main}<h1>Boats</h1><p>float</p></body>")

    assert document.text.count("float") == 1
    assert document.text.startswith("Boats")


def test_headings_make_sections_with_the_pages_own_anchors():
    document = page(
        "<body><h1 id=top>Boats</h1><p>a</p><section id=sheds><h2>Sheds</h2><p>b</p></section>"
        "<h2><a name=oars></a>Oars</h2>c<h4>Ash</h4>d<h2>Oars</h2>e</body>"
    )

    assert [(s.location.heading_path, s.location.anchor) for s in document.sections] == [
        (("Boats",), "top"), (("Boats", "Sheds"), "sheds"), (("Boats", "Oars"), "oars"), (("Boats", "Oars", "Ash"), None), (("Boats", "Oars"), None),
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_the_sources(end):
    source = "<html>\n<head><title>t</title></head>\n<body>\n<p\n class=x>one\ntwo <b>three\nfour</b></p>\n<pre>\nfive\n\nsix\n</pre>\nseven\n</body></html>\n"

    document = page(source.replace("\n", end))

    assert {word: line_of(document, word) for word in ("one", "two", "three", "four", "five", "six", "seven")} == {
        "one": 5, "two": 6, "three": 6, "four": 7, "five": 9, "six": 11, "seven": 13,
    }


def test_the_head_tells_title_language_author_date_and_address():
    document = page(
        "<html lang=pt-BR><head><title> Boats \n of Lorne </title><meta name=author content='Ada Lorne'><meta name=description content='On boats.'>"
        "<meta property=article:published_time content=2024-03-01><link rel=canonical href='https://lorne.example/boats'></head><body>x</body></html>"
    )

    assert (document.title, document.language) == ("Boats of Lorne", "pt")
    assert document.metadata == {
        "author": "Ada Lorne", "description": "On boats.", "date": "2024-03-01", "canonical": "https://lorne.example/boats",
    }


@pytest.mark.parametrize(("source", "title"), [("<h1>Boats</h1>x", "Boats"), ("<p>x</p>", "page"), ("<title></title><h1>Sheds</h1>", "Sheds")])
def test_a_page_without_a_title_is_called_by_its_heading_or_name(source, title):
    assert page(source).title == title


@pytest.mark.parametrize(
    ("head", "codec"),
    [("<meta charset=iso-8859-1>", "cp1252"), ("<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>", "koi8-r"), ("", "utf-8")],
)
def test_the_declared_encoding_is_obeyed(head, codec):
    text = "лодка" if codec != "cp1252" else "“größer”"

    document = page(f"<html><head>{head}</head><body>{text}</body></html>".encode(codec))

    assert document.text == text
    assert document.encoding == codec


def test_a_wrong_declaration_does_not_spoil_utf8():
    assert page("<meta charset=iso-8859-1><p>größer</p>".encode()).text == "größer"


@pytest.mark.parametrize("depth", [1_000, 5_000, 50_000])
def test_deep_nesting_loses_no_text(depth):
    document = page("<body>" + "<div>" * depth + "buried walnut" + "</div>" * depth + "<p>tail almond</p></body>")

    assert "buried walnut" in document.text
    assert "tail almond" in document.text


def test_a_page_is_cut_at_the_limit_with_a_notice():
    document = page("<body>" + "<p>word word word</p>" * 100 + "</body>", Options(max_text=200))

    assert len(document.text) <= 200
    assert document.cut
    assert document.notices
    assert document.sections[-1].end == len(document.text)


@pytest.mark.parametrize("control", ["\x01", "\x0c", "\ufffe", "&#2;", "&#x1F;", "&#65535;", "&#xFFFE"])
def test_control_characters_are_blanks_wherever_they_stand(control: str):
    source = f"<body><p>oak{control}tree</p><script>x</script>{control}tail<nav>y</nav>{control} end</body>"

    assert page(source + " " * 200).text == "oak tree\n\ntail end"


def test_comments_that_are_not_closed_cost_no_more_than_their_length():
    document = page("<!--" * 100_000)

    assert document.text == ""


def test_meta_elements_are_a_pages_front_matter():
    names = {"genre": "tutorial_or_guide", "relevance": "high", "Depth": "2", "concepts": "tides, moon", "status": "draft", "triage": "quarantined"}
    head = "".join(f'<meta name="{name}" content="{value}">' for name, value in names.items())

    document = page(f"<head>{head}<meta name=viewport content=wide></head><body><p>The harbour at night.</p>")

    assert dict(document.metadata) == {name.lower(): value for name, value in names.items()}


def test_tags_of_a_page_come_from_all_its_words_for_them():
    head = '<meta name="keywords" content="tides, moon"><meta property="article:tag" content="Harbour"><meta property="article:tag" content="moon">'

    document = page(f"<head>{head}</head><body><p>The harbour at night.</p>")

    assert document.tags == ("Harbour", "moon", "tides")
    assert document.metadata["tags"] == ["Harbour", "moon"]


def test_a_cell_that_holds_headings_lays_out_the_page():
    document = page("<table><tr><td><h1>Tides</h1><p>one</p><p>two</p></td></tr></table><table><tr><td>a</td><td>b</td></tr></table>")

    assert document.text == "Tides\n\none\n\ntwo\n\na\tb"


def test_lines_are_counted_through_blank_gaps_and_preformatted_text():
    document = page("<div>\n\n<p>one</p>\n\n</div>\ntail\n<pre>\na\n\nb</pre>\n\n<table>\n<tr>\n<td>\n cell\n</td></tr></table>\nend")

    assert [line_of(document, word) for word in ("one", "tail", "a\n", "b\n", "cell", "end")] == [3, 6, 8, 10, 15, 17]


def test_a_page_of_nothing_but_nesting_keeps_its_words():
    document = page("<title>Deep</title>" + "<div>" * 100_000 + "The <b>harbour</b> &amp; the sea<script>no()</script>")

    assert document.title == "Deep"
    assert document.text.split() == ["The", "harbour", "&", "the", "sea"]
