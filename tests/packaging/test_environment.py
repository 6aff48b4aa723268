"""The virtual environment is made once, and what goes wrong is one sentence."""

from __future__ import annotations

import ast
import runpy
import sys
from pathlib import Path

import debian
import environment
import pytest
from console import INTERRUPTED, Stopped, clean_environment, main_status, run
from environment import CHECKOUT, locked, python_of, ready_environment

LOCK_TEXT = "# head\n#: build (why)\nhatchling==1 \\\n    --hash=sha256:aa\n#: core (to run)\nnumpy==2\n#: test (to test)\npytest==9\n"


def script(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def no_installing(monkeypatch, tmp_path):
    """An environment place of its own, and a record of what would have been created and installed."""
    done: list[str] = []

    def create(folder: Path) -> None:
        done.append("create")
        python_of(folder).parent.mkdir(parents=True)
        script(python_of(folder), f'exec "{sys.executable}" "$@"')

    monkeypatch.setenv("PINCITE_VENV", str(tmp_path / "venv"))
    monkeypatch.setattr(environment, "_create", create)
    monkeypatch.setattr(environment, "_install", lambda python, wanted, folder: done.append("install"))
    return done


@pytest.mark.parametrize("command", ["start.py", "test.py"])
def test_an_old_python_gets_one_sentence(command, monkeypatch):
    path = CHECKOUT / "packaging" / command
    ast.parse(path.read_text("utf-8"), feature_version=(3, 4))
    monkeypatch.setattr(sys, "version_info", (3, 9, 2))

    with pytest.raises(SystemExit) as stopped:
        runpy.run_path(str(path))

    assert stopped.value.code == "Pincite needs Python 3.11 or newer; this is Python 3.9."


def test_the_lock_file_is_taken_by_sections():
    both = locked(LOCK_TEXT, ("build", "core"))

    assert both == "hatchling==1 \\\n    --hash=sha256:aa\nnumpy==2\n"
    assert "pytest" in locked(LOCK_TEXT, ("test",))


def test_the_second_start_installs_nothing(no_installing):
    ready_environment(("build", "core"))

    ready_environment(("build", "core"))

    assert no_installing == ["create", "install"]


def test_an_environment_for_the_tests_will_do_for_running(no_installing):
    ready_environment(("build", "core", "test"))

    ready_environment(("build", "core"))

    assert no_installing == ["create", "install"]


def test_a_new_lock_file_is_installed(no_installing, monkeypatch, tmp_path):
    ready_environment(("build", "core"))
    (tmp_path / "new.lock").write_text(LOCK_TEXT)
    monkeypatch.setattr(environment, "LOCK", tmp_path / "new.lock")

    ready_environment(("build", "core"))

    assert no_installing == ["create", "install", "install"]


def test_an_environment_whose_python_is_gone_is_made_anew(no_installing, tmp_path):
    ready_environment(("build", "core"))
    python_of(tmp_path / "venv").unlink()
    python_of(tmp_path / "venv").parent.rmdir()

    ready_environment(("build", "core"))

    assert no_installing == ["create", "install"] * 2


def test_a_folder_that_is_no_environment_is_left_alone(monkeypatch, tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    monkeypatch.setenv("PINCITE_VENV", str(tmp_path))

    with pytest.raises(Stopped, match="is no virtual environment"):
        ready_environment(("build", "core"))

    assert (tmp_path / "thesis.txt").read_text() == "years of work"


def test_a_debian_python_without_venv_gets_the_line_to_run(monkeypatch, tmp_path):
    lame = script(tmp_path / "python3", 'echo "The virtual environment was not created because ensurepip is not available."; exit 1')
    monkeypatch.setattr(sys, "executable", str(lame))
    monkeypatch.setattr(debian, "is_root", lambda: False)
    monkeypatch.setenv("PINCITE_VENV", str(tmp_path / "venv"))

    with pytest.raises(Stopped, match=r"run: sudo apt-get install -y python3\.\d+-venv$"):
        ready_environment(("build", "core"))


def test_root_on_debian_gets_venv_installed(monkeypatch, tmp_path):
    script(tmp_path / "apt-get", f'echo "$@" >> {tmp_path}/calls; touch {tmp_path}/venv-is-there')
    half = f'[ -e {tmp_path}/venv-is-there ] || {{ echo "ensurepip is not available"; exit 1; }}; mkdir -p "$4/bin"; touch {tmp_path}/made'
    monkeypatch.setattr(sys, "executable", str(script(tmp_path / "python3", half)))
    monkeypatch.setattr(debian, "is_root", lambda: True)
    monkeypatch.setattr(environment, "_install", lambda python, wanted, folder: None)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setenv("PINCITE_VENV", str(tmp_path / "venv"))

    ready_environment(("build", "core"))

    assert (tmp_path / "made").exists()
    assert (tmp_path / "calls").read_text().split()[-1].endswith("-venv")


def test_the_callers_python_settings_do_not_reach_ours(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "/elsewhere")
    monkeypatch.setenv("VIRTUAL_ENV", "/elsewhere")

    found = clean_environment(QT_QPA_PLATFORM="offscreen")

    assert "PYTHONPATH" not in found
    assert "VIRTUAL_ENV" not in found
    assert found["QT_QPA_PLATFORM"] == "offscreen"


def test_a_command_gives_its_own_exit_status():
    status = run([sys.executable, "-c", "raise SystemExit(7)"])

    assert status == 7


def test_a_command_that_crashes_gives_a_status_as_in_a_shell():
    status = run([sys.executable, "-c", "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"])

    assert status == 137


def test_ctrl_c_ends_with_130(capsys):
    def interrupted() -> int:
        raise KeyboardInterrupt

    status = main_status(interrupted)

    assert status == INTERRUPTED == 130
    assert "Traceback" not in capsys.readouterr().err
