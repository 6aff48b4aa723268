"""The keys: one table that the window, the sheet and the tests read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A wish, the keys that express it anywhere in the window, and its words. `local` ones are handled where the focus is."""

    wish: str
    keys: tuple[str, ...]
    words: str
    local: bool = False


SHORTCUTS = (
    Shortcut("field", ("Ctrl+L",), "Go to the search field (or / in the list)"),
    Shortcut("down", ("Down",), "From the field into the list; next card", local=True),
    Shortcut("up", ("Up",), "Previous card; above the first, back to the field", local=True),
    Shortcut("passages", ("Right", "Left"), "Show or hide the other passages of a card", local=True),
    Shortcut("open", ("Return",), "Open at the match", local=True),
    Shortcut("default", ("Ctrl+Return",), "Open in the default program"),
    Shortcut("folder", ("Ctrl+Shift+Return",), "Show in folder"),
    Shortcut("preview", ("Space",), "Preview on or off (in the list)", local=True),
    Shortcut("match", ("N", "Shift+N"), "Next or previous match (in list and preview)", local=True),
    Shortcut("next-match", ("F3",), "Next match"),
    Shortcut("previous-match", ("Shift+F3",), "Previous match"),
    Shortcut("outline", ("Ctrl+Shift+O",), "Outline of the document, on or off"),
    Shortcut("find", ("Ctrl+F",), "Find in the document that is shown"),
    Shortcut("copy", ("Ctrl+Shift+C",), "Copy passage and citation"),
    Shortcut("text", ("Ctrl+C",), "Copy the passage's text (in the list)", local=True),
    Shortcut("path", ("Ctrl+Alt+C",), "Copy the path"),
    Shortcut("like", ("Ctrl+M",), "More like this passage"),
    Shortcut("mode", ("Ctrl+E",), "Question or query"),
    Shortcut("explain", ("Ctrl+I",), "Why these results"),
    Shortcut("panes", ("F6",), "Next part of the window"),
    Shortcut("panes-back", ("Shift+F6",), "Previous part of the window"),
    Shortcut("back", ("Alt+Left",), "Question before"),
    Shortcut("forward", ("Alt+Right",), "Question after"),
    Shortcut("history", ("Ctrl+H",), "Questions asked before"),
    Shortcut("save", ("Ctrl+D",), "Save this search"),
    Shortcut("forget", ("Delete",), "Remove a saved search (on its name in the atlas)", local=True),
    Shortcut("exclude", ("X",), "Leave a facet value out (on the value; or Alt+click)", local=True),
    Shortcut("drop-chip", ("Backspace",), "In an empty field: drop the last choice", local=True),
    Shortcut("preview-place", ("Ctrl+Alt+P",), "Preview beside the list, below it, or off"),
    Shortcut("larger", ("Ctrl+=", "Ctrl++"), "Larger text"),
    Shortcut("smaller", ("Ctrl+-",), "Smaller text"),
    Shortcut("plain-size", ("Ctrl+0",), "Text at 100 %"),
    Shortcut("check", ("Ctrl+R",), "Check the folders now"),
    Shortcut("pause", ("Ctrl+P",), "Pause or resume reading"),
    Shortcut("attention", ("Ctrl+Shift+A",), "Files that need attention"),
    Shortcut("settings", ("Ctrl+,",), "Settings"),
    Shortcut("help", ("F1",), "The manual (or ? in the list)"),
    Shortcut("keys", ("Shift+F1",), "This sheet"),
    Shortcut("quit", ("Ctrl+Q",), "Close the window"),
    *(Shortcut(f"card-{n}", (f"Ctrl+{n}",), f"Go to card {n}") for n in range(1, 10)),
)
"""Every key, in the order of the sheet."""
