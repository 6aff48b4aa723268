"""The JSON that scripts depend on. Optional values that are absent are left out, never invented."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pincite.domain.citation import node_kind, uri_of
from pincite.domain.documents import Chunk, Document, Location, Value
from pincite.domain.errors import UnreadableError
from pincite.domain.search import Count, Drop, Hit, Passage, SearchResult, TermReport

CITED = (
    "n", "id", "title", "path", "member", "page", "page_label", "slide", "cell", "row", "part", "symbol", "time_ms", "heading_path", "line",
    "line_end", "uri", "scores", "revision", "indexed_at", "state",
)  # fmt: skip
"""What of a result cites it, without any of its text."""


def present(**values: object) -> dict[str, object]:
    """The values that are there: neither None nor an empty text or collection; 0 and False stay."""
    return {key: value for key, value in values.items() if value is not None and value not in ("", (), [], {})}


def location_object(location: Location) -> dict[str, object]:
    """The place, with the keys of a search result."""
    return present(
        page=location.page, page_label=location.page_label, line=location.line, line_end=location.line_end, heading=location.heading,
        heading_path=list(location.heading_path), anchor=location.anchor, cell=location.cell, slide=location.slide, part=location.part,
        symbol=location.symbol, time_ms=location.time_ms, row=location.row,
    )


def result_object(result: SearchResult) -> dict[str, object]:
    """What `pincite search --json` prints."""
    query = result.query
    value: dict[str, object] = {
        "question": query.text, "question_kind": result.question_kind, "mode": query.mode.value, "channel": query.channel.value,
        "terms": [term_object(term) for term in result.terms], "built": result.built, "notes": list(result.notes),
        "total_documents": result.total_documents, "total_passages": result.total_passages, "shown": len(result.hits),
        "hidden": result.hidden, "candidates": result.candidates, "decided": result.decided, "undecided": list(result.undecided),
        "elapsed_ms": round(result.elapsed_ms, 1),
        "incomplete": {
            "queued": result.incomplete.queued, "skipped": result.incomplete.skipped, "cut": result.incomplete.cut,
            "without_vectors": result.incomplete.without_vectors,
        },
    }
    if result.phrase_passages is not None:
        value["phrase_passages"] = result.phrase_passages
    value["results"] = [hit_object(n, hit) for n, hit in enumerate(result.hits, 1)]
    value["related"] = [hit_object(n, hit) for n, hit in enumerate(result.related, 1)]
    if query.explain:
        value["dropped"] = [drop_object(drop) for drop in result.dropped]
    value["facets"] = facets_object(result.facets)
    value["generation"] = result.generation  # a script can tell whether the index has changed since
    return value


def term_object(term: TermReport) -> dict[str, object]:
    """One word of the question."""
    if term.used:
        return {"text": term.text, "documents": term.documents, "used": True}
    return present(text=term.text, used=False, why=term.why)


def facets_object(facets: Mapping[str, Sequence[Count]]) -> dict[str, dict[str, int]]:
    """Counts by facet and value, in their order."""
    return {key: {count.value: count.documents for count in counts} for key, counts in facets.items()}


def hit_object(n: int, hit: Hit) -> dict[str, object]:
    """One result; `n` counts from 1."""
    passage = hit.passage
    value = present(
        n=n, path=passage.path, root=passage.root, member=passage.member, title=passage.title, type=passage.type, language=passage.language,
        snippet=hit.snippet.text, highlights=[list(span) for span in hit.snippet.highlights], text=passage.text,
    )
    value |= passage_place(passage)
    if hit.line is not None:
        value |= {"line": hit.line, "line_end": hit.line_end if hit.line_end is not None else hit.line}
    value |= present(
        node_kind=node_kind(passage), uri=uri_of(passage.path, passage.location), passage=passage.passage, passages=passage.passages, found_by=list(hit.found_by),
        scores={name: round(float(score), 4) for name, score in hit.scores.items()}, genre=_one(passage.facets.get("genre")),
        concepts=list(hit.concepts), depth=passage.metadata.get("depth"), content_sha=passage.content_sha, revision=passage.revision,
        indexed_at=passage.indexed_at, date=passage.date, state=hit.state, copies=list(hit.copies), id=passage.id,
    )
    if passage.passages > 1:
        value["parent"] = passage.title
    if hit.more:
        value["more"] = [present(id=other.passage.id, snippet=other.snippet.text, **passage_place(other.passage)) for other in hit.more]
    return value


def citation_object(n: int, hit: Hit) -> dict[str, object]:
    """A result without its text: number, id, place, address and scores."""
    value = hit_object(n, hit)
    return {key: value[key] for key in CITED if key in value}


def passage_place(passage: Passage) -> dict[str, object]:
    """Offset, length and place of a stored passage."""
    return {"offset": passage.offset, "length": passage.length, **location_object(passage.location)}


def _one(values: tuple[str, ...] | None) -> str | None:
    return values[0] if values else None


def drop_object(drop: Drop) -> dict[str, object]:
    """A candidate that was left out."""
    return present(path=drop.path, title=drop.title, reason=drop.reason, p_answers=drop.p_answers, rank=drop.rank)


def document_object(path: str, document: Document, chunks: Sequence[Chunk] | None) -> dict[str, object]:
    """What `pincite extract --json` prints for one document."""
    value: dict[str, object] = {"path": path, "type": document.type, "title": document.title}
    value |= present(member=document.member, language=document.language, encoding=document.encoding)
    metadata: Mapping[str, Value] = document.metadata
    value |= {"metadata": dict(metadata), "tags": list(document.tags), "links": list(document.links)}
    value |= present(aliases=list(document.aliases))
    value["text"] = document.text
    value["pages"] = [
        {"page": page.number} | present(label=page.label) | {"text": document.text[page.start : page.end]} for page in document.pages
    ]
    value["outline"] = [
        present(level=entry.level, text=entry.text, line=entry.line, page=entry.page, anchor=entry.anchor) for entry in document.outline
    ]
    value["notices"] = list(document.notices)
    if document.cut:
        value["cut"] = True
    if chunks is not None:
        value["passages"] = [chunk_object(chunk, len(chunks)) for chunk in chunks]
    return value


def refusal_object(path: str, error: UnreadableError) -> dict[str, object]:
    """What `pincite extract --json` prints for a file without text, with what is known of it all the same."""
    value: dict[str, object] = {"path": path, "reason": error.reason.code, "detail": error.detail or error.reason.sentence}
    for document in error.documents[:1]:
        value |= present(type=document.type, title=document.title, metadata=dict(document.metadata), tags=list(document.tags))
        value |= present(pages=[{"page": page.number} | present(label=page.label) for page in document.pages])
    return value


def chunk_object(chunk: Chunk, total: int) -> dict[str, object]:
    """One passage as it would be indexed."""
    place = location_object(chunk.location)
    return {
        "text": chunk.text, "offset": chunk.offset, "length": chunk.length, **place, "passage": chunk.index + 1, "passages": total, "id": chunk.id,
    } | present(context=chunk.context)
