"""What belongs to the library: patterns, lists and ignore files, and one predicate for all who ask."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pincite.domain.errors import SettingsError
from pincite.sources.globs import GlobList
from pincite.sources.left_out import LEFT_OUT_NAMES
from pincite.sources.rules import Rules


def fits(pattern, relative, *, folder=False):
    return bool(GlobList([pattern]).first(relative, relative.rpartition("/")[2], folder=folder))


@pytest.mark.parametrize(
    ("pattern", "relative"),
    [
        ("*.md", "a.md"),
        ("*.md", "deep/er/a.md"),
        ("?.md", "x/a.md"),
        ("notes/*.md", "notes/a.md"),
        ("/top.md", "top.md"),
        ("./top.md", "top.md"),
        ("**/a.md", "a.md"),
        ("**/a.md", "x/y/a.md"),
        ("notes/**", "notes/x/y.md"),
        ("notes/**/z.md", "notes/z.md"),
        ("notes/**/z.md", "notes/x/y/z.md"),
        ("*.{md,txt}", "x/a.txt"),
        ("{a,b/**}/c.md", "b/x/c.md"),
        ("*.{m{d,arkdown},txt}", "a.markdown"),
        ("[a-c]*.md", "b1.md"),
        ("[!a-c].md", "d.md"),
        ("[]x].md", "].md"),
        (r"\*.md", "*.md"),
        ("a+b(1).md", "a+b(1).md"),
        ("caf\u00e9.md", "cafe\u0301.md"),
    ],
)
def test_a_pattern_fits(pattern, relative):
    assert fits(pattern, relative)


@pytest.mark.parametrize(
    ("pattern", "relative"),
    [
        ("*.md", "a.mdx"),
        ("*.md", "a.MD"),
        ("notes/*.md", "notes/deep/a.md"),
        ("notes/*.md", "other/notes/a.md"),
        ("/top.md", "deep/top.md"),
        ("a?c", "a/c"),
        ("[!a-c].md", "b.md"),
        ("build/", "build"),
        ("*.{md,txt}", "a.{md,txt}"),
        ("a.md", "axmd"),
    ],
)
def test_a_pattern_does_not_fit(pattern, relative):
    assert not fits(pattern, relative)


def test_a_slash_at_the_end_means_folders_only():
    assert fits("build/", "x/build", folder=True)
    assert not fits("build/", "x/build", folder=False)


def test_what_fits_all_that_is_in_a_folder_fits_the_folder():
    assert fits("a/b/**", "a/b", folder=True)


@pytest.mark.parametrize("pattern", ["*.{md", "[abc", "[z-a]", "{a,{b}"])
def test_a_pattern_that_cannot_be_read_is_refused_by_name(pattern):
    with pytest.raises(SettingsError) as caught:
        Rules(exclude=(pattern,))

    assert repr(pattern) in str(caught.value)


def test_a_list_that_does_not_exist_cannot_be_switched_off():
    with pytest.raises(SettingsError, match="secrets"):
        Rules(switched_off=frozenset({"secretz"}))


@given(st.lists(st.text(st.characters(exclude_characters="/\0", exclude_categories=["Cs"]), min_size=1, max_size=8), min_size=1, max_size=4))
@example(["豈"])  # a letter that is another one when it is composed
def test_a_path_whose_signs_are_taken_as_they_are_fits_itself(parts):
    path = "/".join(parts)
    pattern = "/" + "".join(f"\\{char}" if char in "*?[]{},\\" else char for char in path)

    assert fits(pattern, path)


@pytest.mark.parametrize("pattern", ["", "/", "//"])
def test_a_pattern_that_names_nothing_counts_as_none(pattern):
    assert Rules(include=(pattern,), exclude=(pattern,)).judge("a/b.md", "b.md", folder=False) is None


@given(st.text(max_size=30).filter(lambda text: text.strip("/").strip()))
def test_any_pattern_is_refused_by_name_or_lets_in_what_it_fits(pattern):
    ruling, refusal = None, ""
    try:
        ruling = Rules(include=(pattern,)).judge("a/b.md", "b.md", folder=False)
    except SettingsError as error:
        refusal = str(error)

    if refusal:
        assert repr(pattern) in refusal
    else:
        assert (ruling is None) == fits(pattern, "a/b.md")


@pytest.mark.parametrize(
    ("relative", "folder", "list_name"),
    [
        (".git", True, "version-control"),
        (".ssh", True, "secrets"),
        (".gnupg", True, "secrets"),
        ("keys/server.pem", False, "secrets"),
        ("id_ed25519", False, "secrets"),
        (".env", False, "secrets"),
        ("safe.kdbx", False, "secrets"),
        ("app/credentials.json", False, "secrets"),
        ("client_secret_81.json", False, "secrets"),
        ("infra/main.tfstate.backup", False, "secrets"),
        ("AppData/Local/Google/Chrome/User Data", True, "secrets"),
        ("web/node_modules", True, "dependencies"),
        ("src/__pycache__", True, "caches"),
        ("web/jquery.min.js", False, "generated"),
        ("html/searchindex.js", False, "generated"),
        ("package-lock.json", False, "generated"),
        (".Trash-1000", True, "trash"),
        (".goutputstream-AB12CD", False, "temporary"),
        ("note.md~", False, "temporary"),
        (".note.md.swp", False, "temporary"),
        ("~$letter.docx", False, "temporary"),
        (".~lock.letter.odt#", False, "temporary"),
        ("film.part", False, "temporary"),
        (".hidden.md", False, "hidden"),
        (".config", True, "hidden"),
    ],
)
def test_a_list_leaves_out_what_nobody_means_until_it_is_switched_off(relative, folder, list_name):
    name = relative.rpartition("/")[2]

    ruling = Rules().judge(relative, name, folder=folder)
    others_off = Rules(switched_off=LEFT_OUT_NAMES - {list_name}).judge(relative, name, folder=folder)
    all_off = Rules(switched_off=LEFT_OUT_NAMES).judge(relative, name, folder=folder)

    assert ruling.rule.startswith(list_name) or ruling.rule.startswith("temporary")
    assert others_off.rule.startswith(list_name)
    assert all_off is None


@pytest.mark.parametrize(
    ("relative", "folder"),
    [("4913", True), ("keyrings", True), ("sediment", False), ("monkey.md", False), ("a.tmp", True), ("vendor", True), ("keys.md", False), ("temp.md", False), ("map.md", False), ("package.json", False), ("search.js", False)],
)
def test_ordinary_names_come_in(relative, folder):
    assert Rules().judge(relative, relative, folder=folder) is None


def test_include_lets_only_fitting_files_in_and_all_folders():
    rules = Rules(include=("*.md", "papers/**"))

    assert rules.judge("a/b.md", "b.md", folder=False) is None
    assert rules.judge("papers/x.pdf", "x.pdf", folder=False) is None
    assert rules.judge("a/b.txt", "b.txt", folder=False).rule == "include: no pattern fits it"
    assert rules.judge("a", "a", folder=True) is None


def test_exclude_beats_include_and_names_its_pattern():
    rules = Rules(include=("*.md",), exclude=("draft*",))

    assert rules.judge("draft.md", "draft.md", folder=False).rule == "exclude: draft*"


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_ignore_files_nest_and_the_nearest_has_the_last_word(tmp_path):
    write(tmp_path / ".gitignore", "*.log\nbuild/\n/top.md\n")
    write(tmp_path / "sub" / ".gitignore", "!keep.log\nsecret.md\n")
    rules = Rules()

    def rule(relative, **more):
        ruling = rules.why(str(tmp_path), relative, **more)
        return ruling.rule if ruling else ""

    assert rule("a.log") == ".gitignore in the folder itself"
    assert rule("sub/a.log") == ".gitignore in the folder itself"
    assert rule("sub/keep.log") == ""
    assert rule("sub/secret.md") == ".gitignore in sub"
    assert rule("secret.md") == ""
    assert rule("top.md")
    assert not rule("sub/top.md")
    assert rule("build/x.md")
    assert rule("build", folder=True)
    assert not rule("build")


def test_ignore_files_above_the_root_do_not_reach_into_it(tmp_path):
    write(tmp_path / ".gitignore", "*.md\n")
    write(tmp_path / "root" / "a.md", "a")

    assert Rules().why(str(tmp_path / "root"), "a.md") is None


def test_git_s_file_can_be_disregarded_while_the_one_for_search_holds(tmp_path):
    write(tmp_path / ".gitignore", "*.pdf\n")
    write(tmp_path / ".searchignore", "*.log\n")
    rules = Rules(gitignore=False)

    assert rules.why(str(tmp_path), "a.pdf") is None
    assert rules.why(str(tmp_path), "a.log").rule == ".searchignore in the folder itself"


def test_a_line_that_is_no_pattern_spoils_no_other(tmp_path):
    write(tmp_path / ".gitignore", "!\n***bad/[\n*.log\n")

    assert Rules().why(str(tmp_path), "a.log") is not None
    assert Rules().why(str(tmp_path), "a.md") is None
