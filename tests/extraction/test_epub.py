"""Books."""

from __future__ import annotations

import pytest
from office_samples import epub, page, place_of, read

from pincite.domain.documents import Reason
from pincite.domain.errors import UnreadableError


def test_chapters_come_in_spine_order_and_the_contents_are_no_prose():
    chapters = {
        "c": page("<h1>Three</h1><p>soft as velvet</p>"),
        "a": page("<h1>One</h1><p>quince paste</p>"),
        "b": page("<h1>Two</h1><p>damson wine</p>"),
    }
    nav = page('<nav epub:type="toc"><h1>Contents pelican</h1><ol><li><a href="a.xhtml">One</a></li></ol></nav>')

    (document,) = read("orchard.epub", epub(chapters, ["a", "b", "c"], nav))

    assert document.text == "One\n\nquince paste\n\nTwo\n\ndamson wine\n\nThree\n\nsoft as velvet"
    assert place_of(document, "velvet").heading_path == ("Three",)
    assert place_of(document, "velvet").part == "OEBPS/c.xhtml"
    assert document.title == "The Long Shore"


def test_what_stands_above_a_chapter_comes_from_the_contents():
    nav = page(
        '<nav epub:type="toc"><ol><li><span>Part One</span><ol><li><a href="a.xhtml">The Ferry</a></li></ol></li>'
        '<li><a href="b.xhtml#x">The Quay</a></li></ol></nav>'
    )
    chapters = {"a": page("<h1>The Ferry</h1><p>It was late.</p><h2>Aboard</h2><p>Ropes.</p>"), "b": page("<p>No heading here.</p>")}

    (document,) = read("ferry.epub", epub(chapters, ["a", "b"], nav))

    assert place_of(document, "It was late").heading_path == ("Part One", "The Ferry")
    assert place_of(document, "Ropes").heading_path == ("Part One", "The Ferry", "Aboard")
    assert place_of(document, "No heading").heading_path == ("The Quay",)


def test_entries_of_the_contents_stand_in_for_missing_headings():
    ncx = (
        '<ncx><navMap><navPoint><navLabel><text>Dawn</text></navLabel><content src="OEBPS/a.xhtml#d"/></navPoint>'
        '<navPoint><navLabel><text>Dusk</text></navLabel><content src="OEBPS/a.xhtml#e"/></navPoint></navMap></ncx>'
    )
    metadata = "<dc:title>Day</dc:title></metadata><manifest><item id='n' href='../toc.ncx' media-type='application/x-dtbncx+xml'/></manifest><metadata>"
    chapter = page('<p id="d">It grew light.</p><p id="e">It grew dark.</p>')

    (document,) = read("day.epub", epub({"a": chapter}, ["a"], metadata=metadata, parts={"toc.ncx": ncx}))

    assert place_of(document, "light").heading_path == ("Dawn",)
    assert (place_of(document, "dark").heading_path, place_of(document, "dark").anchor) == (("Dusk",), "e")
    assert [(entry.level, entry.text) for entry in document.outline] == [(1, "Dawn"), (1, "Dusk")]


def test_printed_page_numbers_are_cited_where_the_book_marks_them():
    body = '<h1>A</h1><p>Before.</p><p><span epub:type="pagebreak" title="xii" id="p"/>On page twelve.</p><p>Still there.</p>'

    (document,) = read("pages.epub", epub({"a": page(body)}, ["a"]))

    assert place_of(document, "Before").page_label is None
    assert place_of(document, "Still there").page_label == "xii"
    assert place_of(document, "Still there").page is None


def test_page_marks_hold_in_a_chapter_that_is_no_xml():
    body = '<h1>A</h1><p>Before&nbsp;it.</p><span epub:type="pagebreak" title="xii" id="p"></span><p>Be&shy;hind<sup><a href="#n">7</a></sup> it.</p>'

    (document,) = read("pages.epub", epub({"a": page(body)}, ["a"]))

    assert place_of(document, "Behind 7 it").page_label == "xii"


def test_metadata_is_read_with_several_authors():
    metadata = (
        "<dc:title>Shore</dc:title><dc:creator>Ida Holm</dc:creator><dc:creator opf:role='ill'>Per Lund</dc:creator><dc:creator>Ana Reis</dc:creator>"
        "<dc:language>pt-BR</dc:language><dc:subject>Sea</dc:subject><dc:date opf:event='publication'>1899</dc:date>"
        "<dc:description>&lt;p&gt;About &lt;b&gt;tides&lt;/b&gt;&lt;/p&gt;</dc:description>"
    )

    (document,) = read("x.epub", epub({"a": page("<p>Text.</p>")}, ["a"], metadata=metadata))

    assert (document.title, document.language, document.tags) == ("Shore", "pt", ("Sea",))
    assert document.metadata["author"] == ["Ida Holm", "Ana Reis"]
    assert (document.metadata["date"], document.metadata["description"]) == ("1899", "About tides")


def test_pages_that_are_no_xml_are_read_as_a_browser_would():
    sloppy = "<html><head><title/></head><body><p>Fish &amp; chips&nbsp;here<br>now & then<p>Second<script/></p></body></html>"

    (document,) = read("sloppy.epub", epub({"a": sloppy}, ["a"]))

    assert [line.replace("\xa0", " ") for line in document.text.split("\n") if line] == ["Fish & chips here", "now & then", "Second"]


def test_blocks_inline_parts_and_hidden_parts_are_told_apart():
    body = (
        "<p>One <b>bold</b>word</p><ul><li>first</li><li>second</li></ul><table><tr><td>a</td><td>b</td></tr></table>"
        "<p style='display: none'>never</p><pre>  keep\n    this</pre><p><ruby>漢<rt>kan</rt></ruby></p>"
    )

    (document,) = read("blocks.epub", epub({"a": page(body)}, ["a"]))

    assert document.text == "One boldword\n\nfirst\n\nsecond\n\na\tb\n\n  keep\n    this\n\n漢".replace("  keep", "keep")


def test_an_encrypted_chapter_is_a_password_but_an_encrypted_font_is_not():
    def encryption(name: str) -> dict[str, str]:
        return {
            "META-INF/encryption.xml": f'<encryption><EncryptedData><CipherData><CipherReference URI="{name}"/></CipherData></EncryptedData></encryption>'
        }

    chapters = {"a": page("<p>Text.</p>")}

    with pytest.raises(UnreadableError) as refusal:
        read("drm.epub", epub(chapters, ["a"], parts=encryption("OEBPS/a.xhtml")))
    (document,) = read("font.epub", epub(chapters, ["a"], parts=encryption("OEBPS/fonts/a.otf")))

    assert refusal.value.reason is Reason.PASSWORD
    assert document.text == "Text."


def test_an_external_entity_is_never_read(tmp_path):
    secret = tmp_path / "secret.txt"
    secret.write_text("tree-frog")
    chapter = f'<!DOCTYPE html [<!ENTITY leak SYSTEM "{secret.as_uri()}">]>' + page("<p>dogwood &leak; end</p>")
    laughs = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    bomb = f'<!DOCTYPE html [<!ENTITY a0 "laugh">{laughs}]>' + page("<p>hornbeam &a9;</p>")

    (document,) = read("leak.epub", epub({"a": chapter, "b": bomb}, ["a", "b"]))

    assert "tree-frog" not in document.text
    assert "dogwood end" in " ".join(document.text.split())
    assert len(document.text) < 100


def test_a_missing_chapter_is_told_and_the_others_are_read():
    (document,) = read("gap.epub", epub({"a": page("<p>Here.</p>"), "b": ""}, ["a", "b"]))

    assert document.text == "Here."
    assert document.notices
