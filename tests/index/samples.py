"""Sources with invented texts, for the tests of the index."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hypothesis import strategies as st

from pincite.analysis import analyze
from pincite.domain.documents import Chunk, Document, FileStamp, IndexedDocument, Location, Source
from pincite.domain.search import Term

WORDS = "heron herons kettle kettles lamp lamps marsh marshes Résumé resume is_action_pressed C++ 1.0.21 reed reeds 沼地".split()


def stamp(name: str, *, size: int = 10, mtime_ns: int = 20, root: str = "notes") -> FileStamp:
    return FileStamp(root, name, size, mtime_ns, 3)


def document(
    name: str,
    texts: Sequence[str],
    *,
    title: str = "",
    context: str = "",
    facets: Mapping[str, Sequence[str]] | None = None,
    language: str = "en",
    quarantined: bool = False,
) -> IndexedDocument:
    chunks: list[Chunk] = []
    start = offset = 0
    for number, text in enumerate(texts):
        place = Location(page=number + 1, page_label="iv", line=number * 7 + 1, line_end=number * 7 + 5, heading_path=("Ponds", "Birds"))
        length = len(text.encode())
        chunks.append(Chunk(f"{name}:{number}", number, start, start + len(text), offset, length, text, place, context))
        start, offset = start + len(text), offset + length
    found = Document("md", "".join(texts), (), title=title, language=language, metadata={"keeper": "Ines Varga", "rooms": [1, 2]})
    spoken = {"language": (language,)} if language else {}
    placed = spoken | {key: tuple(values) for key, values in (facets or {}).items()}
    return IndexedDocument(found, tuple(chunks), placed, "2024-05-01", quarantined)


def source(name: str, texts: Sequence[str] = ("the heron by the marsh",), **rest: object) -> Source:
    mtime_ns = rest.pop("mtime_ns", 20)
    made = document(name, texts, **rest)  # type: ignore[arg-type]
    return Source(stamp(name, mtime_ns=mtime_ns), f"sha of {name}", "v1", (made,), "2026-11-30T20:00:00+00:00")  # type: ignore[arg-type]


def term(word: str, *languages: str) -> Term:
    """The first token of *word*, in all *languages*."""
    spoken = {language: analyze(word, language)[0] for language in languages or ("en",)}
    keys = tuple(dict.fromkeys(key for token in spoken.values() for key in token.asked or token.keys))
    foreign = tuple(tuple(language for language, token in spoken.items() if key not in token.keys) for key in keys)
    return Term(word, spoken[next(iter(spoken))].exact, keys, foreign if any(foreign) else ())


def terms(text: str) -> list[Term]:
    return [term(word) for word in text.split()]


names = st.sampled_from([f"{folder}{letter}.md" for folder in ("", "ponds/", "ponds/deep/") for letter in "abc"])
texts = st.lists(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join), min_size=0, max_size=3)
titles = st.lists(st.sampled_from(WORDS), max_size=2).map(" ".join)
facets = st.fixed_dictionaries(
    {},
    optional={
        "type": st.sampled_from([("md",), ("pdf",)]),
        "tag": st.lists(st.sampled_from(["birds", "water", "light"]), max_size=3, unique=True),
        "folder": st.sampled_from([("notes",), ("notes", "notes/ponds"), ("notes", "notes/ponds", "notes/ponds/deep"), ("elsewhere",)]),
        "mood": st.sampled_from([("calm",), ("grim",)]),
    },
)


@st.composite
def sources(draw: st.DrawFn) -> Source:
    """Any source of a few short passages."""
    return source(
        draw(names),
        draw(texts),
        title=draw(titles),
        context=draw(titles),
        facets=draw(facets),
        language=draw(st.sampled_from(["en", "de", "", "zh"])),
        quarantined=draw(st.integers(0, 9)) == 0,
        mtime_ns=draw(st.integers(1, 50)),
    )
