"""How Siege is called: its customers, its times, and what is loaded into it. No Siege runs here."""

import resource
from pathlib import Path

import pytest

from deploy.errors import PlanError
from loadscripts.load.scenario import Answers
from loadscripts.load.siege import Load, Siege
from loadscripts.load.siege_answers import Listener
from loadscripts.load.think import Think
from loadscripts.load.thinktime import ThinkShim, compile_shim

FOLDER = Path("/trial")
ANSWERS = Answers(account="user={}&", confirmed='id="{}"', unsettled="number {}.", refused="Nothing was ordered")
PLAIN = Siege(Path("/bin/siege"), "4.0.7", shim=None)
SHIMMED = Siege(Path("/bin/siege"), "4.0.7", ThinkShim(Path("/a b/shim.so")), Listener(Path("/c/listener.so")))


THINKING = Think(1, 4)


def load(think: Think = THINKING, answers: Answers | None = None) -> Load:
    return Load("", 40, think, duration_s=90.7, stagger_s=30.5, seed=7, may_fail=True, answers=answers)


def test_it_would_end_by_itself_a_minute_after_the_lab_should_have_ended_it(monkeypatch):
    monkeypatch.setattr(resource, "getrlimit", lambda which: (1024, 4096))
    assert PLAIN._command(load(), FOLDER) == [
        *("setpriv", "--pdeathsig", "TERM", "prlimit", "--nofile=4096", "timeout", "-k", "20", "165", "/bin/siege"),
        # 90 s and a minute; a quarter of a minute later it is killed. Of 0 to 5 whole seconds the mean is 2.5.
        *("-R", "/trial/siege.conf", "-f", "/trial/urls.txt", "-c", "40", "-t", "150S", "-d", "5"),
    ]


@pytest.mark.parametrize(
    ("siege", "think", "options"),
    [
        (PLAIN, Think(0, 0), ["-b"]),
        (SHIMMED, Think(0, 0), ["-b"]),
        (PLAIN, Think(0.2, 0.8), ["-d", "1"]),
        (PLAIN, Think(2, 5), ["-d", "7"]),
        (SHIMMED, Think(2, 5), ["-d", "1"]),
    ],
)
def test_customers_think_by_the_shim_or_by_whole_seconds_or_not_at_all(siege, think, options):
    assert siege._command(load(think), FOLDER)[-len(options) - 1 :] == ["150S", *options]


@pytest.mark.parametrize(("hard", "files"), [(resource.RLIM_INFINITY, 10**6), (2 * 10**6, 10**6), (512, 512)])
def test_it_has_as_many_files_as_it_may_have_up_to_a_million(monkeypatch, hard, files):
    monkeypatch.setattr(resource, "getrlimit", lambda which: (256, hard))
    assert f"--nofile={files}" in PLAIN._command(load(), FOLDER)


def test_without_a_compiler_nothing_is_loaded_into_it(monkeypatch):
    monkeypatch.setenv("PATH", "/bin")
    monkeypatch.setenv("HOME", "/home/someone")
    environment = {"PATH": "/bin", "HOME": "/home/someone", "TZ": "UTC", "LC_ALL": "C"}
    assert PLAIN._environment(load(answers=ANSWERS), FOLDER) == environment


def test_think_times_and_answers_are_those_of_the_load():
    environment = SHIMMED._environment(load(answers=ANSWERS), FOLDER)
    think = {name: value for name, value in environment.items() if name.startswith("THINK_")}
    assert think == {"THINK_MIN_S": "1", "THINK_MAX_S": "4", "THINK_STAGGER_S": "30.5", "THINK_SEED": "7"}
    answers = {name: value for name, value in environment.items() if name.startswith("ANSWERS_")}
    assert answers == {
        "ANSWERS_FILE": "/trial/answers.csv",
        "ANSWERS_ACCOUNT": "user={}&",
        "ANSWERS_CONFIRMED": 'id="{}"',
        "ANSWERS_UNSETTLED": "number {}.",
        "ANSWERS_REFUSED": "Nothing was ordered",
    }
    assert (environment["LD_PRELOAD"], environment["LD_LIBRARY_PATH"]) == ("shim.so listener.so", "/a b:/c")


def test_nobody_listens_where_no_answer_is_asked_for():
    environment = SHIMMED._environment(load(), FOLDER)
    assert environment["LD_PRELOAD"] == "shim.so" and not any(name.startswith("ANSWERS_") for name in environment)


def test_a_cache_in_which_the_loader_cannot_look_is_refused(monkeypatch, tmp_path):
    monkeypatch.setenv("PETLAB_CACHE", str(tmp_path / "a:b"))
    with pytest.raises(PlanError, match="a folder without colon and semicolon was expected"):
        compile_shim()
