"""Contexts that a model writes: bounded, asked for once, beside what the document says of itself, and never in the way."""

from __future__ import annotations

from threading import Lock

from pincite.domain.documents import Document, Location, Section
from pincite.splitting.auto import AutoSplitter
from pincite.splitting.contextual import CONCURRENCY, MAX_DOCUMENT_BYTES, MAX_TOKENS, ContextualEnricher, EnrichedSplitter


class Writer:
    """Writes about the first word of a passage, and counts who is at work."""

    def __init__(self, answer=lambda passage: f"About {passage.split()[0]}.\n"):
        self.asked, self.most, self._now, self._lock, self._answer = [], 0, 0, Lock(), answer

    def __call__(self, instruction, text, tokens):
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
            self.asked.append((text, tokens))
        answer = self._answer(text.split("<passage>\n")[1])
        with self._lock:
            self._now -= 1
        return answer


def note(words=("Herons", "Weirs", "Reeds")):
    text = "\n\n".join(f"{word} " + "stand in the water. " * 20 for word in words)
    return Document("txt", text, (Section(0, len(text), Location(heading_path=("Birds",))),), title="Notes")


def split(document, enricher):
    return EnrichedSplitter(AutoSplitter(100, 0), enricher).split(document, "notes:a.txt")


def test_what_is_written_stands_behind_what_the_document_says_and_not_in_the_passage():
    plain = AutoSplitter(100, 0).split(note(), "notes:a.txt")

    chunks = split(note(), ContextualEnricher(Writer()))

    assert [chunk.context for chunk in chunks] == [f"{chunk.context}\nAbout {chunk.text.split()[0]}." for chunk in plain]
    assert [(chunk.id, chunk.text, chunk.offset) for chunk in chunks] == [(chunk.id, chunk.text, chunk.offset) for chunk in plain]


def test_a_model_is_shown_a_bounded_document_and_may_write_little():
    writer = Writer()
    text = "я" * 200_000

    split(Document("txt", text, (Section(0, 300, Location()),)), ContextualEnricher(writer))

    shown = writer.asked[0][0].split("<document>\n")[1].split("\n</document>")[0]
    assert len(shown.encode()) == MAX_DOCUMENT_BYTES == 100_000
    assert {tokens for _, tokens in writer.asked} == {MAX_TOKENS} == {200}


def test_at_most_four_are_asked_about_at_the_same_time():
    writer = Writer()

    split(note([f"Word{n}" for n in range(40)]), ContextualEnricher(writer))

    assert len(writer.asked) >= 40
    assert 1 <= writer.most <= CONCURRENCY == 4


def test_a_second_run_asks_for_nothing():
    writer = Writer()
    enricher = ContextualEnricher(writer)
    first = split(note(), enricher)
    asked = len(writer.asked)

    second = split(note(), enricher)

    assert second == first
    assert len(writer.asked) == asked


def test_a_cache_serves_other_enrichers():
    kept = {}
    writer = Writer()
    split(note(), ContextualEnricher(writer, kept))
    asked = len(writer.asked)

    again = split(note(), ContextualEnricher(writer, kept))

    assert len(writer.asked) == asked == len(kept)
    assert all("About" in chunk.context for chunk in again)


def test_a_passage_for_which_nothing_was_written_is_as_without_and_asked_for_again():
    writer = Writer(lambda passage: "")
    enricher = ContextualEnricher(writer)

    chunks = split(note(), enricher)
    split(note(), enricher)

    assert chunks == AutoSplitter(100, 0).split(note(), "notes:a.txt")
    assert len(writer.asked) == 2 * len(chunks)
