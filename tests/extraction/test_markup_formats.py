"""reStructuredText, Org, LaTeX and AsciiDoc: headings, paths, anchors, lines, titles and metadata."""

from __future__ import annotations

import pytest

from pincite.domain.documents import Document
from pincite.extraction.markup.asciidoc import read_asciidoc
from pincite.extraction.markup.latex import read_latex
from pincite.extraction.markup.org import read_org
from pincite.extraction.markup.rst import read_rst
from pincite.extraction.source_file import Options, Reader, SourceFile


def read(reader: Reader, text: str, name: str = "tea.x") -> Document:
    (document,) = reader(SourceFile(name, text.encode()), Options())
    return document


def place(document: Document, needle: str) -> tuple[tuple[str, ...], int | None]:
    at = document.text.index(needle)
    section = next(section for section in document.sections if section.start <= at < section.end)
    assert document.lines is not None
    return section.location.heading_path, document.lines.line_at(at)


def outline(document: Document) -> list[tuple[int, str, int | None]]:
    return [(entry.level, entry.text, entry.line) for entry in document.outline]


RST = """\
.. _tea:

===
Tea
===

:Author: Ada Byte
:Tags: tea, leaf

About ``tea``, see :ref:`pouring`.

Brewing
=======

Hot.

.. _pouring:

Pouring *well*
--------------

needle::

    Not a title
    -----------

Brewing
=======
Again. Äöü 茶

茶の湯
======
Wide.
"""


def test_rst_titles_make_paths_levels_and_distinct_anchors():
    document = read(read_rst, RST)

    assert outline(document) == [(1, "Tea", 4), (2, "Brewing", 12), (3, "Pouring well", 19), (2, "Brewing", 27), (2, "茶の湯", 31)]
    assert place(document, "needle") == (("Tea", "Brewing", "Pouring well"), 22)
    assert [entry.anchor for entry in document.outline] == ["tea", "brewing", "pouring", "brewing-1", "茶の湯"]


def test_rst_fields_are_metadata_and_references_links():
    document = read(read_rst, RST)

    assert document.metadata["author"] == "Ada Byte"
    assert document.tags == ("tea", "leaf")
    assert document.links == ("pouring",)
    assert document.title == "Tea"


def test_rst_tables_and_transitions_are_no_titles():
    document = read(read_rst, "Tea\n===\n\n=====  =====\nA      B\n=====  =====\n1      2\n=====  =====\n\nText\n\n-----\n\nOther\n\n=====\nHead\n=====\nrow\n=====\n")

    assert [entry.text for entry in document.outline] == ["Tea"]


ORG = """\
#+TITLE: On /Tea/
#+AUTHOR: Ada Byte
#+FILETAGS: :drink:hot:

Before all.

* TODO [#A] Brewing :work:
SCHEDULED: <2024-01-02>
:PROPERTIES:
:CUSTOM_ID: brew
:END:
See [[file:pots.org::*Big][the pots]] and [[https://tea.invalid][web]] and [[id:77][x]].
** =kettle.el= and [[cups][Cups]] [1/2]
#+begin_src sh
* no headline
#+end_src
needle
* DONE Pouring
"""


def test_org_headlines_lose_their_state_tags_and_markup():
    document = read(read_org, ORG)

    assert outline(document) == [(1, "Brewing", 7), (2, "kettle.el and Cups", 13), (1, "Pouring", 18)]
    assert place(document, "needle") == (("Brewing", "kettle.el and Cups"), 17)
    assert document.outline[0].anchor == "brew"


def test_org_keywords_tags_and_links_are_found():
    document = read(read_org, ORG)

    assert document.title == "On Tea"
    assert document.metadata["author"] == "Ada Byte"
    assert document.tags == ("drink", "hot", "work")
    assert document.links == ("pots.org", "id:77", "cups")


def test_org_states_of_the_file_itself_are_no_words_of_a_headline():
    document = read(read_org, "#+TODO: BREW(b) POUR | SERVED\n* POUR Green tea\n")

    assert document.outline[0].text == "Green tea"


def test_org_aliases_and_the_day_of_a_time_stamp_are_read():
    document = read(read_org, ':PROPERTIES:\n:ROAM_ALIASES: "Green tea" Sencha\n:END:\n#+date: [2024-02-03 Sat 10:00]\n* Leaves\ntext\n')

    assert document.aliases == ("Green tea", "Sencha")
    assert document.metadata["date"] == "2024-02-03T10:00"


def test_org_pages_of_logseq_have_properties():
    document = read(read_org, "* type:: [[Drink]]\n* Tea is hot.\n** needle\n", "Tea page.org")

    assert document.metadata["type"] == "[[Drink]]"
    assert document.title == "Tea page"
    assert place(document, "needle")[0] == ("Tea is hot.", "needle")


LATEX = r"""\documentclass{article}
\title{On \emph{Tea}\thanks{Ada}}
\author{Ada Byte \and Bob Bit}
\keywords{tea, leaf}
\begin{document}
\maketitle
% \section{Hidden}
\section{Brewing \& pouring}\label{sec:brew}
Caf\'e M\"{u}ller stra{\ss}e~5, see \ref{sec:pour} and \cite{byte1999,bit2000}.
\begin{verbatim}
\section{Shown}
\end{verbatim}
\subsection*{A very
long title with $x^2$}
needle
\section[Short]{Pouring}
\end{document}
"""


def test_latex_sections_make_paths_and_commented_ones_none():
    document = read(read_latex, LATEX)

    assert outline(document) == [(1, "Brewing & pouring", 8), (2, "A very long title with $x^2$", 13), (1, "Pouring", 16)]
    assert place(document, "needle") == (("Brewing & pouring", "A very long title with $x^2$"), 15)
    assert document.outline[0].anchor == "sec:brew"


def test_latex_accents_are_letters():
    document = read(read_latex, LATEX)

    assert "Café Müller straße 5" in document.text


def test_latex_title_author_and_keywords_are_metadata():
    document = read(read_latex, LATEX)

    assert document.title == "On Tea"
    assert document.metadata["author"] == ["Ada Byte", "Bob Bit"]
    assert document.tags == ("tea", "leaf")
    assert {"byte1999", "bit2000"} <= set(document.links)


def test_latex_authors_stand_without_their_affiliations():
    document = read(read_latex, "\\author{Ada Byte\\thanks{Paid} \\\\ University of Tea}\n\\author[2]{Bob Bit}\n\\section{Leaves}\ntext\n")

    assert document.metadata["author"] == ["Ada Byte", "Bob Bit"]


def test_latex_commands_that_are_being_defined_are_no_headings():
    document = read(read_latex, "\\newcommand{\\lesson}[1]{\\section{Lesson #1}}\n\\section{Tea}\nneedle\n")

    assert [entry.text for entry in document.outline] == ["Tea"]


def test_latex_slides_are_headings():
    document = read(read_latex, "\\section{Tea}\n\\begin{frame}[fragile]{Kettles}\nneedle\n\\end{frame}\n")

    assert place(document, "needle")[0] == ("Tea", "Kettles")


ASCIIDOC = """\
= On Tea
Ada Byte <ada@tea.invalid>
v1.0, 2024-01-02
:keywords: tea, leaf
:toc:

Before.

[[brew]]
== Brewing

----
== no title
----

See <<pour,pouring>>, xref:pots.adoc[pots].

[#kettle]
=== The `kettle`

needle

== Brewing

Old style
---------

last
"""


def test_asciidoc_titles_make_paths_and_anchors():
    document = read(read_asciidoc, ASCIIDOC)

    assert outline(document) == [(1, "On Tea", 1), (2, "Brewing", 10), (3, "The kettle", 19), (2, "Brewing", 23), (2, "Old style", 25)]
    assert place(document, "needle") == (("On Tea", "Brewing", "The kettle"), 21)
    assert [entry.anchor for entry in document.outline] == ["on-tea", "brew", "kettle", "brewing", "old-style"]


def test_asciidoc_header_is_metadata():
    document = read(read_asciidoc, ASCIIDOC)

    assert document.title == "On Tea"
    assert document.metadata["author"] == "Ada Byte"
    assert document.metadata["date"] == "2024-01-02"
    assert document.tags == ("tea", "leaf")
    assert document.links == ("pour", "pots.adoc")


@pytest.mark.parametrize("reader", [read_rst, read_org, read_latex, read_asciidoc])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_the_editors_whatever_ends_them(reader, end):
    text = end.join(["one", "two \x0c \u2028 \x85 \x1c still two", "three needle", ""])

    document = read(reader, text)

    assert place(document, "needle")[1] == 3


@pytest.mark.parametrize("reader", [read_rst, read_org, read_latex, read_asciidoc])
def test_a_file_without_title_is_called_by_its_name(reader):
    assert read(reader, "Just words.\n", "Tea notes.x").title == "Tea notes"


def test_references_that_are_not_closed_cost_no_more_than_their_length():
    (document,) = read_asciidoc(SourceFile("x.adoc", b"= Boats\n\n<<keel>> " + b"<<" * 200_000), Options())

    assert document.links == ("keel",)
