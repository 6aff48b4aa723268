"""The figures of a library as a person reads them. No Qt."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pincite.domain.wording import counted
from pincite.ui.attention.rows import size_in_words
from pincite.ui.text import shown
from pincite.workers.searching import Figures


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with its lines: what, and how much."""

    heading: str
    lines: tuple[tuple[str, str], ...]


def sections_of(figures: Figures) -> tuple[Section, ...]:
    """Folders, contents, and how searching went since the library was opened."""
    return (_folders(figures), _contents(figures), _searching(figures))


def as_text(sections: tuple[Section, ...]) -> str:
    """The same as plain text, to be copied."""
    return "\n".join(f"{section.heading}\n" + "".join(f"  {name}: {value}\n" for name, value in section.lines) for section in sections)


def _folders(figures: Figures) -> Section:
    return Section("Folders", tuple(
        (shown(root.path), counted(root.files, "file") + ("" if root.available else "; not connected")) for root in figures.overview.roots
    ))  # fmt: skip


def _contents(figures: Figures) -> Section:
    known = figures.overview
    written = f" ({counted(known.articles, 'article')} among them)" if known.articles else ""
    lines = [
        ("Documents", f"{known.documents:,}{written}"),
        ("Passages", f"{known.passages:,}"),
        ("Searched by meaning", "all passages" if not known.without_vectors else f"all but {known.without_vectors:,} passages"),
        ("Left out", counted(known.skipped, "file") + (f", and {known.cut:,} cut short" if known.cut else "")),
        ("In quarantine", counted(known.quarantined, "document")),
        ("Size of the index", size_in_words(known.size)),
        ("Last change", _moment(known.indexed_at)),
    ]
    return Section("Contents", tuple((name, value) for name, value in lines if value and not (name == "In quarantine" and not known.quarantined)))


def _searching(figures: Figures) -> Section:
    counts = figures.counted
    times = ((name, latency) for name, latency in (("A search took", counts.total), ("of it, encoding the question", counts.embed), ("of it, all the rest", counts.index)) if latency.longest_us)
    return Section("Searching, since this library was opened", (
        ("Searches", f"{counts.searches:,}, {counts.semantic_calls:,} of them by meaning, too"),
        *((name, f"{latency.average_us / 1000:,.1f} ms on average, {latency.longest_us / 1000:,.1f} ms at most") for name, latency in times),
        ("Answers found by words and meaning", f"{counts.both_channel_hits:,}"),
        ("Answers found by meaning alone", f"{counts.semantic_only_hits:,}"),
        ("Near in meaning, but no answer", f"{counts.coverage_rejections:,}"),
        ("Questions with no word of the library", f"{counts.lexical_abstentions:,}"),
    ))  # fmt: skip


def _moment(text: str) -> str:
    try:
        return datetime.fromisoformat(text).astimezone().strftime("%Y-%m-%d %H:%M")
    except ValueError:
        return shown(text)
