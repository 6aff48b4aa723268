"""The walk: each file once, whatever lies in its way."""

from __future__ import annotations

import os
import socket
import sys

import pytest

from pincite.domain.cancel import CancelToken
from pincite.domain.documents import FileStamp, Reason, Root, Skipped
from pincite.domain.errors import Cancelled
from pincite.sources.rules import Rules
from pincite.sources.walk import Place, walk


@pytest.fixture
def tree(tmp_path):
    folder = tmp_path / "tree"
    folder.mkdir()
    return folder


def write(path, text="text"):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def look(tree, rules=None, **more):
    return list(walk(Root("r", str(tree), "tree"), rules or Rules(), CancelToken(), **more))


def files(found):
    return sorted(one.relative for one in found if isinstance(one, FileStamp))


def reasons(found):
    return {one.stamp.relative: one.reason for one in found if isinstance(one, Skipped)}


def test_a_stamp_says_what_the_file_system_says(tree):
    path = write(tree / "deep" / "a.md", "anchor")

    (stamp,) = look(tree)

    status = path.stat()
    assert stamp == FileStamp("r", "deep/a.md", 6, status.st_mtime_ns, status.st_ino)


def test_links_in_circles_and_aliases_give_each_file_once(tree):
    write(tree / "a" / "note.md")
    (tree / "a" / "self").symlink_to(".")
    (tree / "a" / "up").symlink_to("..")
    (tree / "b").symlink_to("a")
    (tree / "alias.md").symlink_to("a/note.md")
    (tree / "to-root").symlink_to(tree)

    found = look(tree)

    assert files(found) == ["a/note.md"]
    assert reasons(found) == {}


def test_links_that_lead_out_or_nowhere_are_listed_and_not_followed(tree, tmp_path):
    write(tmp_path / "outside" / "secret.md")
    (tree / "file.md").symlink_to(tmp_path / "outside" / "secret.md")
    (tree / "folder").symlink_to(tmp_path / "outside")
    (tree / "sibling").symlink_to(tmp_path / "tree-2")
    (tree / "gone.md").symlink_to("no-such-file.md")

    found = look(tree)

    assert files(found) == []
    assert reasons(found) == {
        "file.md": Reason.OUTSIDE,
        "folder": Reason.OUTSIDE,
        "sibling": Reason.OUTSIDE,
        "gone.md": Reason.VANISHED,
    }


def test_a_root_that_is_a_link_itself_is_walked(tree, tmp_path):
    write(tree / "a.md")
    (tmp_path / "link").symlink_to(tree)

    assert files(look(tmp_path / "link")) == ["a.md"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_pipes_and_sockets_are_never_opened(tree, monkeypatch):
    os.mkfifo(tree / "pipe.md")
    with socket.socket(socket.AF_UNIX) as one:
        monkeypatch.chdir(tree)
        one.bind("socket.md")

        found = look(tree)

    assert reasons(found) == {"pipe.md": Reason.UNSUPPORTED, "socket.md": Reason.UNSUPPORTED}


def test_a_folder_named_like_a_file_is_a_folder(tree):
    write(tree / "folder.md" / "inside.md")

    assert files(look(tree)) == ["folder.md/inside.md"]


def test_names_that_are_no_unicode_and_names_full_of_signs_come_through(tree):
    names = [b"caf\xe9.md", b"a #1 100% ?.md", b"line\nbreak.md", "größe.md".encode()]
    try:
        for name in names:
            with open(os.path.join(os.fsencode(tree), name), "wb") as file:
                file.write(b"text")
    except OSError:
        pytest.skip("this file system takes only Unicode names")

    assert sorted(map(os.fsencode, files(look(tree)))) == sorted(names)


def test_the_size_limit_is_the_last_size_that_comes_in(tree):
    write(tree / "fits.md", "x" * 100)
    write(tree / "large.md", "x" * 101)

    found = look(tree, Rules(max_size=100))

    assert files(found) == ["fits.md"]
    assert reasons(found) == {"large.md": Reason.TOO_LARGE}


def test_an_excluded_folder_is_one_entry_and_is_not_entered(tree):
    for number in range(5):
        write(tree / "web" / "node_modules" / "pkg" / f"{number}.md")
    write(tree / "web" / "index.md")

    found = look(tree)

    assert files(found) == ["web/index.md"]
    assert reasons(found) == {"web/node_modules/": Reason.EXCLUDED}


def test_folders_that_say_what_they_are_are_left_out(tree):
    write(tree / "env" / "pyvenv.cfg")
    write(tree / "env" / "readme.md")
    write(tree / "thumbs" / "CACHEDIR.TAG")
    write(tree / "thumbs" / "a.md")

    found = look(tree)

    assert files(found) == []
    assert reasons(found) == {"env/": Reason.EXCLUDED, "thumbs/": Reason.EXCLUDED}
    assert files(look(tree, Rules(switched_off=frozenset({"caches"})))) == ["thumbs/CACHEDIR.TAG", "thumbs/a.md"]
    assert files(look(tree, places=[Place("env"), Place("thumbs", deep=False)])) == []


def test_temporary_files_of_editors_are_not_even_listed(tree):
    write(tree / ".goutputstream-RX1")
    write(tree / "note.md~")
    write(tree / ".note.md.swp")

    assert look(tree) == []


def test_the_walk_and_the_question_why_agree(tree):
    write(tree / ".gitignore", "drafts/\n*.log\n!keep.log\n")
    for relative in ("a.md", "a.log", "keep.log", "drafts/b.md", ".hidden/c.md", "deep/node_modules/d.md", "x/y/e.md", "x/.env", "env/pyvenv.cfg", "env/f.md"):
        write(tree / relative)
    write(tree / "x" / ".gitignore", "y/\n")
    rules = Rules(exclude=("*.tex",))
    everything = [os.path.relpath(os.path.join(top, name), tree) for top, _, names in os.walk(tree) for name in names]

    walked = set(files(look(tree, rules)))

    assert walked == {relative for relative in everything if rules.why(str(tree), relative) is None}
    assert walked == {"a.md", "keep.log"}


def test_a_place_is_looked_at_alone_and_with_the_rules_above_it(tree):
    write(tree / ".gitignore", "*.log\n")
    write(tree / "a" / "one.md")
    write(tree / "a" / "one.log")
    write(tree / "a" / "deep" / "two.md")
    write(tree / "b" / "three.md")

    assert files(look(tree, places=[Place("a", deep=False)])) == ["a/one.md"]
    assert files(look(tree, places=[Place("a")])) == ["a/deep/two.md", "a/one.md"]
    assert look(tree, places=[Place("gone"), Place("b/three.md")]) == []


def test_a_place_inside_of_what_is_left_out_says_so(tree):
    write(tree / "node_modules" / "pkg" / "a.md")

    assert reasons(look(tree, places=[Place("node_modules/pkg")])) == {"node_modules/": Reason.EXCLUDED}


def test_folders_set_apart_are_not_entered(tree):
    write(tree / "library" / "toc.md")
    write(tree / "a.md")
    (tree / "link").symlink_to("library")

    assert files(look(tree, apart=[str(tree / "library")])) == ["a.md"]
    assert files(look(tree, apart=[str(tree / "link")])) == ["a.md"]
    assert files(look(tree, apart=[str(tree)])) == ["a.md", "library/toc.md"]


def test_a_stub_of_an_older_icloud_stands_for_its_file(tree):
    for name in (".plan.md.icloud", ".server.pem.icloud", "talk.icloud"):
        (tree / name).write_bytes(b"bplist00")

    found = reasons(look(tree))

    assert found == {".plan.md.icloud": Reason.CLOUD_ONLY, ".server.pem.icloud": Reason.EXCLUDED}


def test_a_placeholder_of_the_cloud_is_listed_and_comes_in_on_demand(tree):
    with open(tree / "cloud.md", "wb") as file:
        file.truncate(100_000)
    if os.stat(tree / "cloud.md").st_blocks:
        pytest.skip("this file system gives blocks to holes")

    assert reasons(look(tree)) == {"cloud.md": Reason.CLOUD_ONLY}
    assert files(look(tree, cloud=True)) == ["cloud.md"]


def test_what_may_not_be_read_is_listed(tree, monkeypatch):
    write(tree / "mine.md")
    write(tree / "theirs.md")
    monkeypatch.setattr(os, "access", lambda path, mode: not str(path).endswith("theirs.md"))

    found = look(tree)

    assert files(found) == ["mine.md"]
    assert reasons(found) == {"theirs.md": Reason.NO_PERMISSION}


def test_a_folder_that_cannot_be_listed_is_one_entry(tree, monkeypatch):
    write(tree / "open" / "a.md")
    write(tree / "closed" / "b.md")
    scandir = os.scandir

    def guarded(path):
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", guarded)

    found = look(tree)

    assert files(found) == ["open/a.md"]
    assert reasons(found) == {"closed/": Reason.NO_PERMISSION}


def test_a_tree_deeper_than_python_s_stack_is_walked(tree):
    path = str(tree)
    for _ in range(400):
        path += "/d"
    os.makedirs(path)
    with open(path + "/a.md", "w") as file:
        file.write("text")

    assert len(files(look(tree))) == 1


def test_a_walk_can_be_stopped(tree):
    write(tree / "a.md")
    token = CancelToken()
    token.cancel()

    with pytest.raises(Cancelled):
        list(walk(Root("r", str(tree), "tree"), Rules(), token))


def test_no_content_is_opened(tree):
    for number in range(50):
        write(tree / f"d{number % 5}" / f"{number}.md")
    opened = []
    sys.addaudithook(lambda event, args: opened.append(args[0]) if event == "open" and str(args[0]).startswith(str(tree)) else None)

    look(tree)

    assert opened == []
