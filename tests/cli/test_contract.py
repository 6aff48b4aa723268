"""The JSON that scripts depend on: what is absent is left out, what is zero stays."""

from pincite.cli.contract import document_object, hit_object, present
from pincite.domain.citation import uri_of
from pincite.domain.documents import Chunk, Document, Location, Page, Section
from pincite.domain.search import Hit, Passage, Snippet


def passage(**changes):
    values = {
        "id": "p1", "number": 3, "document": 1, "path": "/notes/net #1.md", "root": "notes", "relative": "net #1.md", "member": "",
        "title": "Net", "type": "md", "language": "en", "text": "Set the proxy.", "offset": 10, "length": 14,
        "location": Location(line=4, line_end=5, heading_path=("Setup", "TLS"), anchor="tls ok"), "passage": 1, "passages": 2,
    }
    return Passage(**(values | changes))


def test_zero_and_false_are_values_and_none_is_not():
    assert present(a=0, b=False, c=None, d="", e=[], f=0.0) == {"a": 0, "b": False, "f": 0.0}


def test_the_address_is_percent_encoded_and_ends_at_the_anchor():
    assert uri_of("/notes/net #1%.md", Location(anchor="a b")) == "file:///notes/net%20%231%25.md#a%20b"
    assert uri_of("/a.pdf", Location(page=7)) == "file:///a.pdf#page=7"


def test_a_name_that_is_no_text_still_has_an_address():
    assert uri_of(b"/a/\xff.txt".decode("utf-8", "surrogateescape"), Location()) == "file:///a/%FF.txt"


def test_a_result_cites_the_match_and_names_no_page_that_is_not_there():
    hit = Hit(passage(), Snippet("Set the proxy.", ((8, 13),)), ("words",), {"bm25": 1.23456}, line=4, line_end=4)

    value = hit_object(1, hit)

    assert (value["line"], value["line_end"], value["heading"], value["heading_path"]) == (4, 4, "TLS", ["Setup", "TLS"])
    assert value["node_kind"] == "section"
    assert value["highlights"] == [[8, 13]]
    assert value["scores"] == {"bm25": 1.2346}
    assert "page" not in value
    assert "fused" not in value["scores"]


def test_an_extract_has_pages_with_their_text_and_printed_label():
    document = Document("pdf", "one\ntwo", (Section(0, 3, Location(page=1, page_label="i")),), title="T", pages=(Page(1, 0, 3, "i"), Page(2, 4, 7)))
    chunk = Chunk("c", 0, 0, 3, 0, 3, "one", Location(page=1, page_label="i"))

    value = document_object("/t.pdf", document, [chunk])

    assert value["pages"] == [{"page": 1, "label": "i", "text": "one"}, {"page": 2, "text": "two"}]
    assert value["passages"][0]["page_label"] == "i"
