"""Trees of values (JSON, XML) as readable lines: each leaf on its own, each passage under the path of the smallest
branch that holds it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from pincite.domain.documents import Location
from pincite.extraction.builder import TextBuilder

Step: TypeAlias = "str | int"

BRANCH = 1_200
"""Characters, about 200 words, up to which a branch of the tree is one section."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A value: where it stands in the tree and on which line of the file, from 1.

    `lines` has the file's line of each line of the text, where they differ. A leaf that is not `named` is prose.
    """

    path: tuple[Step, ...]
    text: str
    line: int
    lines: tuple[int, ...] = ()
    named: bool = True


@dataclass(frozen=True, slots=True)
class Branch:
    """Leaves ``start`` to ``end`` (exclusive), which share ``path``; `last` is the last sibling where there are several."""

    path: tuple[Step, ...]
    start: int
    end: int
    last: Step | None = None


def add_leaves(builder: TextBuilder, leaves: Sequence[Leaf], record: str = "", place: Location = Location()) -> None:  # noqa: B008  # frozen
    """Append *leaves* to *builder*, section by section. *record* comes before each path ("line 3"); under headings in *place* none is given."""
    for branch in branches(leaves):
        part = f"{record} {written(branch.path, branch.last)}".strip()
        depth = len(branch.path) - (branch.last is not None)
        texts: list[str] = []
        lines: list[int] = []
        for leaf in leaves[branch.start : branch.end]:
            texts.append(line_of(leaf, depth))
            lines += numbered(leaf, texts[-1])
        builder.add("\n".join(texts), place if place.heading_path else Location(part=part or None), lines)


def line_of(leaf: Leaf, depth: int) -> str:
    """``name: value`` with the name below the branch; a text of several lines begins on a line of its own."""
    name = (label(leaf.path[depth:]) or label(leaf.path[-1:])) if leaf.named else ""
    if not name:
        return leaf.text
    return f"{name}:\n{leaf.text}" if "\n" in leaf.text else f"{name}: {leaf.text}"


def numbered(leaf: Leaf, text: str) -> Sequence[int]:
    """The file's line for each line of *text*, in which the leaf's own lines come last."""
    count = text.count("\n") + 1
    own = leaf.lines or (leaf.line,) * count
    return own if len(own) == count else ((leaf.line,) * (count - len(own)) + own)[-count:]


def branches(leaves: Sequence[Leaf]) -> Iterator[Branch]:
    """Branches in order: as large as `BRANCH` allows, small siblings in a list together, plain values of one object together."""
    sizes = [0]
    for leaf in leaves:
        sizes.append(sizes[-1] + len(leaf.text) + 16)
    todo = [Branch((), 0, len(leaves))]
    while todo:
        branch = todo.pop()
        if sizes[branch.end] - sizes[branch.start] <= BRANCH or branch.end - branch.start <= 1:
            yield branch
        else:
            todo.extend(reversed(list(grouped(list(children(leaves, branch)), sizes))))


def children(leaves: Sequence[Leaf], branch: Branch) -> Iterator[Branch]:
    """The branches right below *branch*; a value of its own is a branch with the path of its parent."""
    depth = len(branch.path)
    start = branch.start
    while start < branch.end:
        end = start + 1
        path = leaves[start].path
        if len(path) <= depth + 1:
            yield Branch(branch.path, start, end)
        else:
            while end < branch.end and len(leaves[end].path) > depth + 1 and leaves[end].path[depth] == path[depth]:
                end += 1
            yield Branch(path[: depth + 1], start, end)
        start = end


def grouped(below: Sequence[Branch], sizes: Sequence[int]) -> Iterator[Branch]:
    """Neighbours joined up to the size of a branch: plain values of one parent, and items of one list."""
    held: Branch | None = None
    for branch in below:
        if held and joinable(held, branch) and sizes[branch.end] - sizes[held.start] <= BRANCH:
            listed = branch.path[-1] if held.path != branch.path else held.last
            held = Branch(held.path, held.start, branch.end, listed)
            continue
        if held:
            yield held
        held = branch
    if held:
        yield held


def joinable(first: Branch, second: Branch) -> bool:
    """Whether two neighbours may share a section."""
    if first.path == second.path:
        return True
    return (
        len(first.path) == len(second.path)
        and bool(first.path)
        and isinstance(first.path[-1], int)
        and isinstance(second.path[-1], int)
        and first.path[:-1] == second.path[:-1]
    )


def written(path: Sequence[Step], last: Step | None = None) -> str:
    """A path as people write it: ``data[3].pages``, ``data[3..9]`` for several items."""
    text = label(path)
    return f"{text.removesuffix(']')}..{last}]" if last is not None and last != path[-1] else text


def label(path: Sequence[Step]) -> str:
    """Names joined by dots, list positions in brackets."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else step
    return text
