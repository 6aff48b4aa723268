"""A folder of notes with a real index and a searcher on it: what tests of answers ask."""

from __future__ import annotations

from pincite.domain.cancel import CancelToken
from pincite.domain.documents import Chunk, Document, FileStamp, IndexedDocument, Location, Root, Source
from pincite.domain.search import Query
from pincite.index import open_index
from pincite.library.embed import Embedder
from pincite.library.facets import facets_of
from pincite.library.search import Searcher


class NoteLibrary:
    """A folder of notes with their index, and a searcher on it."""

    def __init__(self, folder, encoder=None):
        self.folder = folder
        self.root = Root("notes", str(folder / "notes"), "notes")
        self._index = open_index(folder / "library", [self.root], encoder.id if encoder else "")
        self._encoder = encoder
        self.searcher = Searcher(self._index, [self.root], encoder)

    def put(self, **notes):
        """Notes by name: a text, or (passages, metadata)."""
        return self.put_files({name.replace("__", "/") + ".md": note for name, note in notes.items()})

    def put_files(self, notes):
        """The same, by relative path."""
        writer = self._index.writer()
        for relative, note in notes.items():
            passages, metadata = note if isinstance(note, tuple) else ([note], {})
            writer.put(self._source(relative, passages, metadata))
        writer.commit()
        return self

    def crash_while_saving(self, **notes):
        """Begin to replace notes, and end before anything is published."""
        writer = self._index.writer()
        for name, text in notes.items():
            writer.put(self._source(name + ".md", [text], {}))
        writer.cancel()

    def encode(self):
        """Give all passages their vectors, as the indexer's process does beside an open searcher."""
        assert Embedder(self._index, self._encoder, lambda _: None).run(CancelToken())

    def _source(self, relative, passages, metadata):
        stamp = FileStamp("notes", relative, 10, 20)
        document = Document("md", "".join(passages), (), title=relative.removesuffix(".md"), language="en", metadata=metadata)
        chunks, start = [], 0
        for i, text in enumerate(passages):
            chunks.append(Chunk(f"{relative}:{i}", i, start, start + len(text), start, len(text), text, Location(line=i + 1, line_end=i + 1)))
            start += len(text)
        placed = facets_of(document, self.root, stamp)
        made = IndexedDocument(document, tuple(chunks), placed.facets, placed.date, placed.quarantined)
        return Source(stamp, relative, "1", (made,), "2026-11-30T20:00:00+00:00")

    def ask(self, text="", *filters, **options):
        return self.searcher.search(Query(text, filters=filters, **options), CancelToken())


def names(result):
    return [hit.passage.title for hit in result.hits]
