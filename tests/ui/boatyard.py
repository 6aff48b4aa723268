"""An invented boat yard: hits, answers and a searcher that stands in for the engine."""

from __future__ import annotations

import re
import time
from dataclasses import replace

from pincite.domain.documents import FileStamp, Location, Reason, Skipped
from pincite.domain.events import LeftOut
from pincite.domain.search import Count, Drop, Filter, Hit, Incomplete, Passage, Query, SearchResult, Snippet, TermReport
from pincite.domain.whole_document import Stretch, WholeDocument

STOP = {"how", "long", "must", "before", "the", "a", "is"}
YEARS = {1958: 1, 1962: 2, 1966: 6, 1970: 4, 1978: 1, 1984: 2, 1989: 3, 1994: 5, 1998: 10, 2003: 13, 2008: 17, 2012: 21, 2017: 15, 2026: 7}


def passage(**changes) -> Passage:
    values = {
        "id": "p1", "number": 1, "document": 1, "path": "/yard/manuals/finishing/handbook.pdf", "root": "yard",
        "relative": "manuals/finishing/handbook.pdf", "member": "", "title": "Finishing Handbook for Small Craft", "type": "pdf",
        "language": "en", "text": "A spar varnish is touch-dry overnight.", "offset": 0, "length": 38, "location": Location(page=12, page_label="xii"),
        "passage": 3, "passages": 17, "date": "1987", "size": 4_000_000, "mtime_ns": int(time.time() - 4000) * 10**9,
        "facets": {"folder": ("manuals", "manuals/finishing"), "type": ("pdf",)}, "metadata": {"pages": 340, "author": "E. Marlow"},
    }
    return Passage(**{**values, **changes})


def hit(text: str, words: str = "", found_by=("words",), more: int = 0, **changes) -> Hit:
    wanted = [word for word in words.split() if word]
    marks = tuple(found.span() for found in re.finditer("|".join(map(re.escape, wanted)), text, re.IGNORECASE)) if wanted else ()
    scores = changes.pop("scores", {"bm25": 11.2, "coverage": 1.0, "cosine": 0.74})
    extra = {key: changes.pop(key) for key in ("state", "copies", "line", "line_end") if key in changes}
    best = Hit(passage(text=text, length=len(text.encode("utf-8", "replace")), **changes), Snippet(text, marks), tuple(found_by), scores, **extra)
    rest = tuple(
        replace(best, passage=replace(best.passage, id=f"{best.passage.id}-{i}", passage=best.passage.passage + i, location=Location(line=90 + 20 * i)))
        for i in range(1, more + 1)
    )
    return replace(best, more=rest, matched=1 + more)


HITS = (
    hit("A spar varnish is touch-dry overnight, but it must cure for seven to ten days above 15 °C before sea trials; salt water on a green film leaves a bloom that no later coat will hide.",
        "spar varnish cure sea trials", ("words", "meaning"), more=2, location=Location(page=12, page_label="xii", heading_path=("Chapter 2", "Curing")),
        scores={"bm25": 11.2, "coverage": 1.0, "cosine": 0.74, "p_answers": 0.91, "specificity": 3.0}),
    hit("Coat six went on Tuesday. We wait nine days now, because last spring the trials came too early and the varnish on the lower spar went white within the week.",
        "trials varnish spar", ("words", "title"), more=1, id="p2", title="Restoration log: the ketch “Tern”", path="/yard/restoration/tern.md", relative="restoration/tern.md",
        type="md", passages=5, date="", mtime_ns=int(time.time() - 3 * 86400) * 10**9, copies=("/yard/copy/tern.md",), line=88,
        location=Location(line=80, line_end=95, heading_path=("Rigging", "Mast", "Varnish")), facets={"folder": ("restoration",)}, metadata={}),
    hit("Please do not sea-trial her before the twentieth; the spars were only finished on Friday and want their full week.",
        "sea trial spars", id="p3", title="Re: launch date", path="/yard/letters/1994.mbox", relative="letters/1994.mbox", type="eml", passages=1,
        date="1994-05-02", location=Location(part="message 3"), metadata={"from": "the yard to the owner"}, facets={"folder": ("letters",)}),
    replace(hit("Vor der ersten Fahrt sollte der Lack mindestens eine Woche aushärten, bei feuchtem Wetter auch länger.", "", ("meaning",), id="p4",
        title="Lackierung von Rundhölzern", path="/yard/manuals/de/lack.pdf", relative="manuals/de/lack.pdf", language="de", passages=3, date="2011",
        location=Location(page=48, page_label="44", heading_path=("Trocknung",)), metadata={"pages": 96}, scores={"cosine": 0.7, "p_answers": 0.78}),
        snippet=Snippet("Vor der ersten Fahrt sollte der Lack mindestens eine Woche aushärten, bei feuchtem Wetter auch länger.", ((0, 69),))),
)

FACETS = {
    "type": (Count("pdf", 16), Count("md", 12), Count("html", 7), Count("eml", 4), Count("xlsx", 2)),
    "folder": (Count("restoration", 21), Count("restoration/varnish", 11), Count("manuals", 9), Count("letters/1962", 6), Count("letters", 6)),
    "year": tuple(Count(str(year), n) for year, n in YEARS.items()),
    "concept": (Count("Varnish", 14), Count("Sea trials", 8), Count("Spars", 7), Count("Draft notes", 3), *(Count(f"Concept {i}", 1) for i in range(15))),
    "language": (Count("en", 33), Count("de", 5), Count("ru", 3)),
    "genre": (Count("reference", 21), Count("letter", 9), Count("log", 5), Count("(none)", 6)),
    "depth": (Count("3", 4), Count("2", 18), Count("1", 20)),
    "author": (Count("(none)", 41),),
}

ATLAS = {
    **FACETS,
    "type": (Count("pdf", 512), Count("md", 388), Count("html", 141), Count("eml", 96), Count("docx", 58), Count("xlsx", 27), Count("epub", 18)),
    "folder": (Count("restoration", 576), Count("restoration/varnish", 164), Count("manuals", 288), Count("letters", 240), Count("plans", 121),
               Count("photos (text)", 39), Count("tides", 31), Count("mail", 22), Count("misc", 19)),
    "concept": (Count("Varnish", 164), Count("Spars", 121), Count("Sea trials", 96), Count("Caulking", 88), Count("Engine", 71), Count("Sails", 64), Count("(none)", 302)),
    "language": (Count("en", 1010), Count("de", 141), Count("ru", 62), Count("zh", 27)),
    "genre": (Count("reference", 210), Count("tutorial_or_guide", 96), Count("letter", 240), Count("log", 188)),
    "depth": (Count("3", 44), Count("2", 180), Count("1", 201), Count("(none)", 815)),
}


def report(text: str) -> tuple[TermReport, ...]:
    words = re.findall(r"\w+", text.lower())
    return tuple(TermReport(word, word not in STOP, 0 if word in STOP else 6 + len(word), "too common" if word in STOP else "") for word in dict.fromkeys(words))


def answer(query: Query, **changes) -> SearchResult:
    if not query.text and not query.filters:
        return SearchResult(query, facets=ATLAS, hits=HITS, total_documents=1240, total_passages=4310)
    terms = report(query.text)
    result = SearchResult(
        query, "how_to", terms, " OR ".join(term.text for term in terms if term.used), (), HITS, (),
        (Drop("/yard/a.md", "Sea trials checklist", "below-window"), Drop("/yard/b.md", "Varnish suppliers 2019", "low-probability", 0.31)),
        FACETS, 41, 128, 0, 60, 60, (), None, Incomplete(12, 3), 7.3,
    )
    return replace(result, **changes)


def nothing(query: Query, **changes) -> SearchResult:
    return SearchResult(query, terms=tuple(TermReport(word, True, 0) for word in query.text.split()), **changes)


class FakeSearcher:
    """Answers from the boat yard; `recent` and `left_out` as the library gives them."""

    def __init__(self, reply=answer):
        self.reply, self.asked, self.closed = reply, [], False

    def search(self, query, token):
        self.asked.append(query)
        token.check()
        return self.reply(query)

    def read(self, wanted, query, token):
        texts = ["Drying is not curing. The solvent leaves within hours, and the surface feels hard; underneath, the oil goes on taking up oxygen for days.\n" * 2] * 4
        stretches = [Stretch(replace(wanted, id=f"before-{i}", text=text, offset=i * 400, length=len(text.encode("utf-8", "replace")), location=replace(wanted.location, line=10 * i))) for i, text in enumerate(texts)]
        words = [word for word in re.findall(r"\w+", query.text) if word.lower() not in STOP]
        marks = tuple(found.span() for found in re.finditer("|".join(words), wanted.text, re.IGNORECASE)) if words else ()
        here = Stretch(replace(wanted, offset=4000), marks)
        return WholeDocument((*stretches, here, *(replace(s, passage=replace(s.passage, id=s.passage.id + "z", offset=9000 + i * 400)) for i, s in enumerate(stretches))), 4)

    def recent(self, limit):
        return [("/yard/restoration/tern.md", time.time_ns() - 10**12), ("/yard/журнал.md", time.time_ns() - 90_000 * 10**9)]

    def left_out(self):
        return [
            LeftOut("/yard/plans/hull.pdf", Skipped(FileStamp("r", "plans/hull.pdf", 8_400_000, 1), Reason.PASSWORD)),
            LeftOut("/yard/plans/scan.pdf", Skipped(FileStamp("r", "plans/scan.pdf", 2_400_000, 1), Reason.NO_TEXT, "3 pages, all pictures")),
            LeftOut("/yard/plans/<img src=x>.md", Skipped(FileStamp("r", "plans/x.md", 240, 1), Reason.EXCLUDED, "*.md")),
        ]

    def close(self):
        self.closed = True


FILTERS = (Filter("type", "pdf"), Filter("type", "md"), Filter("concept", "Draft notes", exclude=True))
