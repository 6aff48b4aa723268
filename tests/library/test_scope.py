"""A part of a library answers as if it were all of it."""

import pytest

from pincite.domain.cancel import CancelToken
from pincite.domain.documents import Chunk, Document, FileStamp, IndexedDocument, Location, Root, Source
from pincite.domain.search import Filter, Query
from pincite.encoding import HashingEncoder
from pincite.index import open_index
from pincite.library.embed import Embedder
from pincite.library.facets import facets_of
from pincite.library.scope import within
from pincite.library.search import Searcher

NOTES = {
    "open/weir.md": ("The weir is two metres high.", {"status": "done"}),
    "open/heron.md": ("A heron stands at the weir.", {"status": "draft"}),
    "open/deep/reed.md": ("Reed grows below the weir.", {"status": "draft"}),
    "locked/diary.md": ("The weir frightened Marwick, who owes seventy crowns.", {"status": "secret", "mood": "grim"}),
    "openly/other.md": ("A weir of another folder.", {}),
}


SECRETS = ("diary.md", "diary left out", "owes", "seventy", "mood 1", "secret 1", "instead of “marwik”")
"""Parts of sentences that would tell of the locked note."""


@pytest.fixture(params=[True, False], ids=["with meaning", "words alone"])
def ask(tmp_path, request):
    root = Root("notes", str(tmp_path / "notes"), "notes")
    encoder = HashingEncoder(64) if request.param else None
    index = open_index(tmp_path / "library", [root], encoder.id if encoder else "")
    writer = index.writer()
    for relative, (text, metadata) in NOTES.items():
        stamp = FileStamp("notes", relative, 10, 20)
        document = Document("md", text, (), title=relative.rsplit("/", 1)[-1][:-3], language="en", metadata=metadata)
        placed = facets_of(document, root, stamp)
        chunk = Chunk(relative, 0, 0, len(text), 0, len(text), text, Location(line=1))
        writer.put(Source(stamp, relative, "1", (IndexedDocument(document, (chunk,), placed.facets, placed.date),), "2026-11-30T20:00:00+00:00"))
    writer.commit()
    if encoder:
        Embedder(index, encoder, lambda _: None).run(CancelToken())
    scoped = within(index, (Filter("folder", "open"),))
    with Searcher(scoped, [root], encoder) as searcher:
        yield lambda text="", *filters, **options: searcher.search(Query(text, filters=filters, limit=None, **options), CancelToken())


def titles(result):
    return sorted(hit.passage.title for hit in (*result.hits, *result.related))


def test_only_what_is_inside_is_found_and_counted(ask):
    result = ask("weir")

    assert titles(result) == ["heron", "reed", "weir"]
    assert (result.total_documents, result.hidden) == (3, 0)
    assert result.terms[0].documents == 3
    assert [count.value for count in result.facets["status"]] == ["draft", "done"]
    assert "mood" not in result.facets


def test_a_filter_narrows_within_and_never_widens(ask):
    assert titles(ask("weir", Filter("folder", "open/deep"))) == ["reed"]
    assert titles(ask("weir", Filter("folder", "locked"))) == []
    assert titles(ask("weir", Filter("folder", "open"), Filter("folder", "locked"))) == ["heron", "reed", "weir"]
    assert titles(ask("weir", Filter("status", "draft"), Filter("folder", "locked"))) == []
    assert titles(ask("", Filter("status", "secret", exclude=True))) == ["heron", "reed", "weir"]


@pytest.mark.parametrize(
    "asked",
    [
        ("Marwick",), ("Marwik crowns",), ("weir", Filter("status", "secret")), ("", Filter("mood", "grim")), ("", Filter("status", "diary")),
        ("", Filter("folder", "locked")),
    ],
)  # fmt: skip
def test_nothing_outside_is_named_even_where_nothing_is_found(ask, asked):
    result = ask(*asked, explain=True)

    said = " ".join((*result.notes, *(f"{drop.title} left out" for drop in result.dropped))).casefold()
    assert result.hits == ()
    assert result.notes
    assert [secret for secret in SECRETS if secret in said] == []
