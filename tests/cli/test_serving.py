"""`pincite mcp`, tried by the official client: one tool, a locked scope, bounded output, sentences for errors."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import anyio
import pytest

from pincite.cli.arguments import parse
from pincite.cli.main import run

mcp = pytest.importorskip("mcp", reason="the extra mcp is not installed")
stdio = pytest.importorskip("mcp.client.stdio")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Thirty notes about weirs in an open folder, one in a locked one."""
    folder = tmp_path_factory.mktemp("served")
    notes, library = folder / "notes", folder / "library"
    for part in ("open/deep", "locked"):
        (notes / part).mkdir(parents=True)
    for n in range(29):
        (notes / "open" / f"weir {n}.md").write_text(f"# Weir {n}\n\nWeir number {n} is {n} metres high. {'Water flows. ' * 150}\n", encoding="utf-8")
    (notes / "open" / "deep" / "reed.md").write_text("---\ntags: [plants]\n---\n# Reed\n\nReed grows below the weir.\n", encoding="utf-8")
    (notes / "locked" / "diary.md").write_text("# Diary\n\nThe weir frightened Marwick.\n", encoding="utf-8")
    library.mkdir()
    (library / "settings.toml").write_text('name = "Rivers"\nworkers = 1\n[meaning]\nencoder = "none"\n', encoding="utf-8")
    assert run(parse(["index", str(notes), "--library", str(library), "--quiet"])) == 0
    return library


def served(library: Path, *calls: dict, options: tuple[str, ...] = ()) -> tuple[list, list]:
    """(the tools, the result of each call) of one server, spawned and asked as a language model's program does."""
    command = [sys.executable, "-m", "pincite", "mcp", "--library", str(library), *options]
    server = stdio.StdioServerParameters(command=command[0], args=command[1:], env=dict(os.environ))

    async def talk():
        async with stdio.stdio_client(server) as (read, write), mcp.ClientSession(read, write) as session:
            await session.initialize()
            tools = (await session.list_tools()).tools
            return tools, [await session.call_tool("search_knowledge", call) for call in calls]

    return anyio.run(talk)


def told(result) -> dict:
    return json.loads(result.content[0].text)


def test_one_tool_says_what_the_library_holds(library):
    (tool,), _ = served(library)

    assert tool.name == "search_knowledge"
    assert "31 documents of the library Rivers" in tool.description
    assert "open (30)" in tool.description
    assert "at most 20" in tool.description
    assert set(tool.input_schema["properties"]) == {"question", "limit", "filters"}
    assert tool.input_schema["required"] == ["question"]


def test_an_answer_is_numbered_cited_and_bounded(library):
    _, (plain, all_, none) = served(
        library, {"question": "how high is the weir"}, {"question": "how high is the weir", "limit": 50}, {"question": "weir", "limit": 0}
    )

    five, twenty = told(plain), told(all_)
    assert (five["shown"], twenty["shown"], told(none)["shown"]) == (5, 20, 1)
    assert [one["n"] for one in five["citations"]] == [1, 2, 3, 4, 5]
    assert len(twenty["text"].encode()) <= 10_000
    assert twenty["text"].rstrip("]").endswith("more left out for length")
    first = five["citations"][0]
    assert first["uri"].startswith("file:///")
    assert first["heading_path"][0].startswith("Weir")
    assert "text" not in first
    assert five["text"].startswith(f"[1] {first['title']}")


def test_the_callers_filter_only_narrows_the_locked_scope(library):
    options = ("--filter", "folder=open", "--exclude", "tag=plants")

    (tool,), results = served(
        library,
        {"question": "weir", "limit": 20, "filters": {"folder": "locked"}},
        {"question": "weir", "limit": 20, "filters": {"folder": ["open", "locked"]}},
        {"question": "weir", "limit": 20, "filters": {"tag": "plants"}},
        {"question": "Marwick"},
        options=options,
    )

    locked, wide, plants, name = map(told, results)
    assert "29 documents" in tool.description
    assert "locked" not in tool.description
    assert "plants" not in tool.description
    assert (locked["shown"], plants["shown"], name["shown"]) == (0, 0, 0)
    assert wide["total_documents"] == 29
    assert name["text"] == "No document contains “Marwick”."


def test_what_is_wrong_is_told_in_a_sentence_and_the_server_goes_on(library):
    _, (blank, odd, after) = served(library, {"question": "  "}, {"question": "weir", "limit": "many"}, {"question": "reed"})

    assert blank.is_error
    assert blank.content[0].text.endswith("Write a question in plain words, or name filters to list what passes them.")
    assert odd.is_error
    assert "Traceback" not in odd.content[0].text
    assert told(after)["citations"][0]["title"] == "Reed"


def test_filters_without_a_question_list_what_passes_them(library):
    _, (listed,) = served(library, {"question": "", "filters": {"tag": "plants"}})

    assert [one["title"] for one in told(listed)["citations"]] == ["Reed"]


def test_a_library_that_cannot_be_served_is_one_sentence(tmp_path, capsys):
    no_folder = tmp_path / "library"
    no_folder.write_text("a file", encoding="utf-8")

    status = run(parse(["mcp", "--library", str(no_folder)]))

    assert status == 1
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_a_scope_that_nothing_passes_is_said(library):
    command = [sys.executable, "-m", "pincite", "mcp", "--library", str(library), "--filter", "folder=opne"]

    ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)

    assert (ended.returncode, ended.stdout) == (0, "")
    assert ended.stderr.startswith("No document has folder “opne”. Did you mean open or open/deep?")
