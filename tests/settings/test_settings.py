"""What the user decides survives saving, and a slip is named."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.assembly import readers_version
from pincite.domain.documents import Root
from pincite.domain.errors import SettingsError, StorageError
from pincite.settings import (
    LIBRARY_VARIABLE,
    Appearance,
    Meaning,
    Parsing,
    Passages,
    Reading,
    Settings,
    default_library,
    load,
    moved,
    save,
    with_folders,
)
from pincite.sources.left_out import LEFT_OUT_NAMES


def test_a_library_without_a_file_has_the_defaults(tmp_path):
    assert load(tmp_path) == Settings(tmp_path)


def test_saved_settings_come_back(tmp_path):
    library = tmp_path / "library"
    given_settings = Settings(
        library,
        name="Seeds & säcke",
        roots=(Root("a1", "/elsewhere/notes #1", "notes #1"), Root("b2", str(tmp_path / "docs"), "docs")),
        reading=Reading(exclude=("*.tmp", "old/**"), also_read=("hidden",), max_file_mb=5, csv_delimiter=";"),
        passages=Passages(size=200),
        meaning=Meaning(encoder="none"),
        appearance=Appearance(theme="dark", text_scale=1.5),
        workers=3,
    )

    save(given_settings)

    assert load(library) == given_settings


@given(name=st.binary(min_size=1, max_size=12).filter(lambda b: b"\0" not in b and b"/" not in b and b not in (b".", b"..")))
def test_a_folder_of_any_name_comes_back(tmp_path_factory, name):
    library = tmp_path_factory.mktemp("library")
    folder = "/archive/" + name.decode("utf-8", "surrogateescape")

    save(with_folders(Settings(library), (folder,)))

    assert [root.path for root in load(library).roots] == [folder]


def test_a_library_and_its_folder_can_be_moved_together(tmp_path):
    home = tmp_path / "one"
    (home / "docs").mkdir(parents=True)
    save(with_folders(Settings(home / "library"), (str(home / "docs"),)))

    moved = home.rename(tmp_path / "two")

    assert [root.path for root in load(moved / "library").roots] == [str(moved / "docs")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = 'x'\ncolour = 3\n", "line 2: there is no setting 'colour'"),
        ("[reading]\n\nhiden = true\n", "line 3: there is no setting 'hiden'"),
        ("[reading]\ngitignore = 'yes'\n", "line 2: reading.gitignore must be true or false"),
        ("[meaning]\nendpoint = 'ftp://here'\n", "line 2: meaning.endpoint must be an address"),
        ("[judge]\n\nendpoint = 'http://[here'\n", "line 3: judge.endpoint must be an address"),
        ("[appearance]\ntheme = 'pink'\n", "must be one of system, light, dark"),
        ("[passages]\nsize = -1\n", "must be from 32 to 8,000, not -1"),
        ("[reading]\nmemory_mb = 1\n", "must be at least 256"),
        ("[meaning]\ndim = -3\n", "must be a number that is not negative"),
        ("[appearance]\ntext_scale = nan\n", "must be from 0.8 to 2"),
        ("[reading]\nalso_read = ['hiden']\n", "may hold hidden, secrets"),
        ("[[roots]]\npath = ''\n", "the path of a root is empty"),
        ("[[roots]]\npath = '/a'\n[[roots]]\npath = '/a'\n", "two roots have the same path"),
        ("[reading]\nexclude = 'x'\n", "must be a list of texts"),
        ("workers = 0\n", "line 1: workers must be from 1 to 64, not 0"),
        ("workers = true\n", "line 1: workers must be a whole number"),
        ("name = 3\n", "line 1: name must be a text, not 3"),
        ("[[roots]]\npath = '/a'\nid = ['b']\n", "all of them texts"),
        ("[[roots]]\npath = '/a'\nname = 7\n", "all of them texts"),
        ("roots = 3\n", "roots must be tables"),
        ("[[roots]]\nname = 'x'\n", "a root has a path"),
        ("reading = 1\n", "reading must be a table"),
        ("parsing = 1\n", "parsing must be tables"),
        ("parsing = [1]\n", "parsing must be tables"),
        ("[[parsing]]\ncsv_delimiter = ';'\n", "parsing must name its folder"),
        ("[[parsing]]\nfolder = 'x'\ncsv_delimitr = ';'\n", "line 3: there is no setting 'csv_delimitr'"),
    ],
)
def test_a_slip_is_named_with_its_line(tmp_path, text, said):
    (tmp_path / "settings.toml").write_text(text)

    with pytest.raises(SettingsError) as caught:
        load(tmp_path)

    assert said in str(caught.value)


def test_every_list_of_what_is_left_out_may_be_switched_off(tmp_path):
    (tmp_path / "settings.toml").write_text(f"[reading]\nalso_read = {sorted(LEFT_OUT_NAMES)}\n")

    assert set(load(tmp_path).reading.also_read) == LEFT_OUT_NAMES


def test_a_torn_file_is_set_aside_and_said(tmp_path):
    (tmp_path / "settings.toml").write_bytes(b"name = 'Bo")

    settings = load(tmp_path)

    assert settings.roots == ()
    assert "set aside" in settings.notices[0]
    assert (tmp_path / "settings.damaged.toml").read_bytes() == b"name = 'Bo"


def test_what_was_set_aside_before_stays(tmp_path):
    for torn in (b"name = 'Bo", b"name = 'Ca", b"name = 'Di"):
        (tmp_path / "settings.toml").write_bytes(torn)
        load(tmp_path)

    kept = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert kept == {"settings.damaged.toml": b"name = 'Bo", "settings.damaged-2.toml": b"name = 'Ca", "settings.damaged-3.toml": b"name = 'Di"}


def test_settings_that_cannot_be_put_in_place_leave_nothing_behind(tmp_path):
    (tmp_path / "settings.toml").mkdir()

    with pytest.raises(StorageError, match="cannot be written"):
        save(Settings(tmp_path))

    assert [path.name for path in tmp_path.iterdir()] == ["settings.toml"]


def test_parsing_of_a_folder_comes_back_and_goes_along_with_its_root(tmp_path):
    settings = with_folders(Settings(tmp_path / "library"), (str(tmp_path / "notes"),))
    inside = Parsing(str(tmp_path / "notes" / "exports"), csv_delimiter=";", json_content_fields=("title",))
    save(replace(settings, parsing=(inside, Parsing("/elsewhere", csv_id_column="number"))))

    loaded = load(tmp_path / "library")
    there = moved(loaded, "notes", str(tmp_path / "drive"))

    assert loaded.parsing == (inside, Parsing("/elsewhere", csv_id_column="number"))
    assert [one.folder for one in there.parsing] == [str(tmp_path / "drive" / "exports"), "/elsewhere"]
    assert readers_version(there) == readers_version(loaded) != readers_version(replace(loaded, parsing=()))


def test_no_file_lies_in_two_roots(tmp_path):
    settings = with_folders(Settings(tmp_path), ("/a/b", "/c"))

    assert [r.path for r in with_folders(settings, ("/a/b/deep",)).roots] == ["/a/b", "/c"]
    assert [r.path for r in with_folders(settings, ("/a",)).roots] == ["/c", "/a"]


def test_two_folders_of_one_name_are_told_apart(tmp_path):
    settings = with_folders(Settings(tmp_path), ("/a/notes", "/b/notes"))

    assert [root.name for root in settings.roots] == ["notes", "notes (2)"]
    assert Path(settings.roots[0].path).name == Path(settings.roots[1].path).name


def test_a_library_named_by_the_environment_stays_where_it_is_wherever_one_goes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(LIBRARY_VARIABLE, "mine")

    assert default_library() == tmp_path / "mine"
