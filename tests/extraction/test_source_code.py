"""Source code: symbols and lines in every language that is listed."""

from __future__ import annotations

import pytest

from pincite.domain.documents import Document
from pincite.extraction.code.languages import BY_EXTENSION, LANGUAGES
from pincite.extraction.code.source import read_code
from pincite.extraction.extractors import Extractors
from pincite.extraction.readers import READERS
from pincite.extraction.source_file import Options, SourceFile


def read(name: str, text: str) -> Document:
    (document,) = read_code(SourceFile(name, text.encode()), Options())
    return document


def symbol_at(document: Document, needle: str) -> tuple[str | None, int | None]:
    """Symbol and line of the section and character where *needle* stands."""
    at = document.text.index(needle)
    section = next(section for section in document.sections if section.start <= at < section.end)
    assert document.lines is not None
    return section.location.symbol, document.lines.line_at(at)


SAMPLES = [
    ("a.py", "import os\n\n\n# needs tea\n@cache\ndef brew(pot):\n    return 'needle'\n\n\nLEFT = 1\n", "brew", 7),
    ("a.js", "const a = 1;\n\n/** Brews. */\nexport async function brew(pot) {\n  if (pot) {\n    return needle;\n  }\n}\n", "brew", 6),
    ("b.js", "const brew = async (pot) => {\n  needle();\n};\nlet other = 2;\n", "brew", 2),
    ("c.js", "module.exports.brew = function (pot) {\n  needle();\n};\n", "brew", 2),
    ("a.ts", "export interface Pot {\n  size: number; // needle\n}\n", "Pot", 2),
    ("a.tsx", "export default function Brew({ pot }: Props) {\n  return <p>{needle}</p>;\n}\n", "Brew", 2),
    ("A.java", "package a;\n\n/** Brews. */\npublic final class Brewer extends Pot {\n  int x;\n  public void brew() { needle(); }\n}\n", "Brewer", 6),
    ("a.c", '#include "a.h"\n\nstatic int\nhelper(void);\n\nint brew(struct pot *p, int n)\n{\n    return needle(p);\n}\n', "brew", 8),
    ("a.h", "#ifndef A\nstruct pot {\n  int needle;\n};\nint brew(struct pot *);\n#endif\n", "pot", 3),
    ("a.cpp", "namespace tea {\nint Brewer::brew(const Pot& pot) const {\n  return needle;\n}\n}  // namespace tea\n", "tea", 3),
    ("a.cs", "namespace Tea\n{\n    public class Brewer\n    {\n        public async Task<int> Brew(Pot pot)\n        {\n            return needle;\n        }\n    }\n}\n", "Tea", 7),
    ("a.go", "package tea\n\n// Brew brews.\nfunc (b *Brewer) Brew(pot Pot) error {\n\treturn needle\n}\n", "Brewer.Brew", 5),
    ("a.rs", "use tea;\n\n/// Brews.\npub fn brew<T: Pot>(pot: &T) -> u8 {\n    needle\n}\n", "brew", 5),
    ("a.php", "<?php\nfunction brew(Pot $pot): int\n{\n    return $needle;\n}\n", "brew", 4),
    ("a.rb", "# Brews.\ndef brew!(pot)\n  needle\nend\n\nputs 1\n", "brew!", 3),
    ("a.swift", "public func brew(_ pot: Pot) -> Int {\n    return needle\n}\n", "brew", 2),
    ("a.kt", "suspend fun brew(pot: Pot): Int {\n    return needle\n}\n", "brew", 2),
    ("a.scala", "object Tea {\n  def brew(pot: Pot): Int = {\n    needle\n  }\n}\n", "Tea", 3),
    ("a.R", "brew <- function(pot) {\n  needle\n}\n", "brew", 2),
    ("a.m", "function tea = brew(pot)\n  tea = needle;\nend\n", "brew", 2),
    ("b.m", "#import <A.h>\n@implementation Brewer\n- (int)brew:(Pot *)pot {\n  return needle;\n}\n@end\n", "Brewer", 4),
    ("a.pl", "use strict;\nsub brew {\n  return $needle;\n}\n", "brew", 3),
    ("a.lua", "local function brew(pot)\n  return needle\nend\n", "brew", 2),
    ("a.sh", "#!/bin/sh\nset -e\nbrew() {\n  echo needle\n}\n", "brew", 4),
    ("a.ps1", "function Invoke-Brew {\n  needle\n}\n", "Invoke-Brew", 2),
    ("a.sql", "-- create table no;\nCREATE TABLE IF NOT EXISTS tea.pots (\n  needle int\n);\n", "tea.pots", 3),
    ("a.hs", "module Tea where\n\nbrew :: Pot -> Tea\nbrew pot = needle\n", "brew", 4),
    ("a.ex", "defmodule Tea do\n  def brew(pot) do\n    needle\n  end\nend\n", "Tea", 3),
    ("a.erl", "-module(tea).\nbrew(Pot) ->\n  needle.\n", "brew", 3),
    ("a.clj", "(ns tea)\n(defn brew [pot]\n  needle)\n", "brew", 3),
    ("a.el", ";; tea\n(defun brew-tea (pot)\n  needle)\n", "brew-tea", 3),
    ("a.scm", "(define (brew pot)\n  needle)\n", "brew", 2),
    ("a.jl", "function brew(pot)\n  needle\nend\n", "brew", 2),
    ("a.dart", "Future<int> brew(Pot pot) async {\n  return needle;\n}\n", "brew", 2),
    ("a.groovy", "def brew(pot) {\n  needle\n}\n", "brew", 2),
    ("a.vb", "Public Function Brew(pot As Pot) As Integer\n  Return needle\nEnd Function\n", "Brew", 2),
    ("a.fs", "let brew pot =\n    needle\n\nlet other = 1\n", "brew", 2),
    ("a.ml", "let rec brew pot =\n  needle\n\nlet other = 1\n", "brew", 2),
    ("a.nim", "proc brew(pot: Pot): int =\n  needle\n", "brew", 2),
    ("a.zig", "pub fn brew(pot: Pot) u8 {\n    return needle;\n}\n", "brew", 2),
    ("a.pas", "procedure TBrewer.Brew(Pot: TPot);\nbegin\n  needle;\nend;\n", "TBrewer.Brew", 3),
    ("a.f90", "subroutine brew(pot)\n  needle = 1\nend subroutine brew\n", "brew", 2),
    ("a.adb", "procedure Brew (Pot : in Tea) is\nbegin\n   Needle;\n   needle;\nend Brew;\n", "Brew", 4),
    ("a.css", ".pot .tea {\n  color: needle;\n}\n", ".pot .tea", 2),
    ("a.tf", 'resource "tea" "pot" {\n  needle = 1\n}\n', 'resource "tea" "pot"', 2),
    ("a.proto", "message Pot {\n  int32 needle = 1;\n}\n", "Pot", 2),
    ("Makefile", "CC = gcc\n\nbrew: pot\n\t$(CC) needle\n", "brew", 4),
    ("Dockerfile", "FROM tea:1 AS brew\nRUN needle\n", "brew", 2),
    ("a.cmake", "function(brew pot)\n  needle()\nendfunction()\n", "brew", 2),
    ("a.sol", "contract Tea {\n  function brew() public {\n    needle;\n  }\n}\n", "Tea", 3),
    ("a.diff", "diff --git a/tea.py b/tea.py\n--- a/tea.py\n+++ b/tea.py\n@@ -1 +1 @@\n-x\n+needle\n", "tea.py", 6),
]


@pytest.mark.parametrize(("name", "text", "symbol", "line"), SAMPLES, ids=[sample[0] for sample in SAMPLES])
def test_code_is_cited_by_its_function_and_line(name, text, symbol, line):
    document = read(name, text)

    found = symbol_at(document, "needle")

    assert (str(found[0]).split(" {")[0], found[1]) == (symbol, line)


def test_at_least_twenty_five_languages_are_known():
    names = {language.name for language, _ in LANGUAGES}

    assert len(names) >= 25


def test_every_extension_of_a_language_has_the_code_reader():
    missing = [extension for extension in BY_EXTENSION if READERS.get(extension) != "code.source:read_code"]

    assert missing == []


def test_a_method_of_a_large_class_is_named_with_its_class():
    filler = "".join(f"    def method_{number}(self):\n        return {number}\n\n" for number in range(40))
    document = read("a.py", f'class Brewer(Pot):\n    """Brews."""\n\n{filler}    def brew(self):\n        return needle\n\n\nx = tail\n')

    assert symbol_at(document, "needle")[0] == "Brewer.brew"
    assert symbol_at(document, '"""Brews')[0] == "Brewer"
    assert symbol_at(document, "tail")[0] is None


def test_a_definition_in_a_string_or_comment_is_none():
    document = read("a.py", 'def brew():\n    """Like\ndef other():\n    """\n    return needle\n# def third():\n')

    assert symbol_at(document, "needle")[0] == "brew"
    assert [entry.text for entry in document.outline] == ["brew"]


def test_braces_in_strings_and_comments_do_not_count():
    document = read("a.js", "function first() {\n  return '}' /* } */; // }\n}\nfunction second() {\n  needle\n}\n")

    assert symbol_at(document, "needle") == ("second", 5)
    assert symbol_at(document, "return")[0] == "first"


def test_code_between_definitions_has_no_symbol():
    document = read("a.go", "package tea\n\nfunc brew() {\n}\n\nvar between = 1\n\nfunc pour() {\n}\n")

    assert symbol_at(document, "between")[0] is None


def test_a_script_without_extension_is_known_by_its_first_line():
    document = read("brew", "#!/usr/bin/env python3\n\ndef brew():\n    needle\n")

    assert symbol_at(document, "needle") == ("brew", 4)


def test_the_outline_lists_definitions_with_their_lines():
    document = read("a.py", "def one():\n    pass\n\n\nclass Two:\n    def three(self):\n        pass\n")

    assert [(entry.level, entry.text, entry.line) for entry in document.outline] == [(1, "one", 1), (1, "Two", 5), (2, "Two.three", 6)]


def test_carriage_returns_and_form_feeds_keep_the_editors_lines():
    document = read("a.py", "x = 1\r\n\x0c\r\ndef brew():\r\n    s = '\u2028'\r\n    needle\r\n")

    assert symbol_at(document, "needle") == ("brew", 5)


def test_python_2_and_broken_code_are_read_as_well():
    document = read("a.py", "print 'x'\n\ndef brew(a, (b, c)):\n    exec 'needle' in {\n")

    assert symbol_at(document, "needle") == ("brew", 4)


@pytest.mark.parametrize(
    ("name", "data", "type_"),
    [
        ("Makefile", b"brew: pot\n\tneedle\n", "make"),
        ("Dockerfile.dev", b"FROM tea AS brew\nRUN needle\n", "docker"),
        ("brew", b"#!/bin/bash\nbrew() {\n  needle\n}\n", "shell"),
    ],
)
def test_code_without_extension_is_chosen_by_its_name_or_first_line(name, data, type_):
    (document,) = Extractors().read(SourceFile(name, data))

    assert symbol_at(document, "needle")[0] == "brew"
    assert document.type == type_


@pytest.mark.parametrize("extension", ["py", "js", "rs", "java", "lua", "sql", "hs", "rb"])
@pytest.mark.parametrize("opening", ["[[ ", '"""', "\'\'\'", '"', "\'", "/*", "`"])
def test_what_is_opened_and_never_closed_costs_no_more_than_its_length(extension: str, opening: str):
    document = read(f"x.{extension}", "needle\n" + opening + "\\\\x\\" * 5_000)

    assert document.text.startswith("needle")


@pytest.mark.parametrize(
    ("name", "text", "symbols"),
    [
        ("a.ts", "type Leaf = 'green' | 'black'\nenum Steep { Short, Long }\n", ["Leaf", "Steep"]),
        ("a.c", "struct pot { int size; };\nint brew(void) { return 0; }\n", ["pot", "brew"]),
        ("a.cs", "class Brewer {\n    public async Task<int> BrewAsync(int cups) => cups;\n}\n", ["Brewer", "Brewer.BrewAsync"]),
        ("a.rb", "module Tea\n  class Pot\n    def brew\n    end\n  end\nend\n", ["Tea", "Tea::Pot", "Tea::Pot#brew"]),
        ("a.kt", "fun Pot.brew() = 1", ["brew"]),
        ("a.scala", "class Pot\ntrait Steeped", ["Pot", "Steeped"]),
    ],
)
def test_short_definitions_are_told_apart(name, text, symbols):
    document = read(name, text)

    assert [entry.text for entry in document.outline] == symbols


@pytest.mark.parametrize("line", ["class " + "a" * 50_000, "record " + "a" * 60, "struct a " * 20_000, "fun " * 20_000])
@pytest.mark.parametrize("extension", ["c", "cs", "kt", "scala", "ts"])
def test_one_line_without_end_costs_no_more_than_its_length(extension: str, line: str):
    document = read(f"x.{extension}", line)

    assert document.text == line


@pytest.mark.parametrize(
    ("extension", "opening"),
    [
        ("sql", "/* "), ("hs", "{- "), ("ml", "(* "), ("rs", 'r#" '), ("cr", "=begin\n"), ("sh", "<<EOF\n"), ("lisp", "#| "), ("jl", "#= "), ("pas", "{ "),
        ("ps1", "<# "), ("m", "%{\n"), ("css", "/* "), ("asm", "/* "), ("lua", "--[[ "),
    ],
)  # fmt: skip
def test_comments_that_are_never_closed_cost_no_more_than_their_length(extension: str, opening: str):
    document = read(f"x.{extension}", "needle\n" + opening * 20_000)

    assert document.text.startswith("needle")


def test_an_operator_in_brackets_opens_no_comment():
    document = read("a.ml", "let product = List.fold_left (*) 1\n\nlet brew pot = pot\n")

    assert [entry.text for entry in document.outline] == ["product", "brew"]
