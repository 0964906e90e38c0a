"""Another revision lies beside this checkout, whole and by its commit, and the checkout is as it was before."""

import errno
import os
import shutil
import tarfile
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from deploy.build.revisions import build_of, commit_of, files_of, not_compared
from deploy.errors import BuildError, MissingError, PetlabError, PlanError
from deploy.host import in_use
from deploy.paths import checkout_of
from deploy.progress import Silent
from deploy.specification.plan import BedPlan, check
from deploy.tests.other_revision import TABLE, commit, git, repository, write


@pytest.fixture
def here(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("PETLAB_CACHE", str(tmp_path / "cache"))
    return repository(tmp_path / "checkout")


def left_over() -> list[str]:
    folder = checkout_of("x").parent
    return sorted(path.name for path in folder.iterdir() if path.name != ".lock")


def test_the_files_are_those_of_the_commit_and_the_checkout_stays_as_it_is(here):
    write(here / "note.txt", "before")
    before = commit(here)
    write(here / "note.txt", "after")
    commit(here)
    write(here / "note.txt", "not committed")
    known = sorted((here / ".git").rglob("*")), git(here, "status", "--porcelain"), git(here, "rev-parse", "HEAD")
    place = files_of(commit_of("HEAD~1", here), Silent(), here)
    assert place == checkout_of(before) and (place / "note.txt").read_text() == "before"
    assert (here / "note.txt").read_text() == "not committed"
    assert known == (
        sorted((here / ".git").rglob("*")),
        git(here, "status", "--porcelain"),
        git(here, "rev-parse", "HEAD"),
    )


def test_a_revision_is_named_as_git_names_it(here):
    first = git(here, "rev-parse", "HEAD")
    git(here, "tag", "--annotate", "--message", "v1", "v1")
    commit(here)
    assert [commit_of(name, here) for name in ("HEAD~1", "v1", first, first[:7])] == [first] * 4


@pytest.mark.parametrize("name", ["HEAD~9", "no-such-branch", "", "--all", "HEAD:pom.xml"])
def test_an_unknown_revision_is_refused_with_what_was_expected(here, name):
    with pytest.raises(PlanError, match=r"there is no revision .* a commit, a branch or a tag was expected"):
        commit_of(name, here)


def test_without_git_or_outside_of_it_there_is_no_other_revision(tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    with pytest.raises(PlanError, match=r"only be taken from a git checkout: git rev-parse: .*not a git repository"):
        commit_of("HEAD~1", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingError, match="git is missing"):
        commit_of("HEAD~1", tmp_path)


def test_a_commit_that_is_gone_is_refused(here):
    with pytest.raises(
        PlanError, match=r"revision 1234567 cannot be taken from this checkout .any more.: .*; fetch or name another"
    ):
        files_of("1234567" + "0" * 33, Silent(), here)
    assert left_over() == []


def test_several_at_a_time_get_the_same_files_once(here):
    steps: list[str] = []
    progress = SimpleNamespace(step=steps.append)
    head = commit_of("HEAD", here)
    threads = [threading.Thread(target=files_of, args=(head, progress, here)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert steps == [f"getting revision {head[:7]}"] and left_over() == [head[:12]]


def test_what_a_killed_run_has_left_is_removed_and_the_files_are_whole(here):
    head = commit_of("HEAD", here)
    write(checkout_of(head).with_name(f".{head[:12]}.99999.part") / "files/pom.xml", "half")
    place = files_of(head, Silent(), here)
    assert left_over() == [head[:12]] and (place / "pom.xml").read_text() == "<project/>"


@pytest.mark.parametrize(
    ("error", "raised", "message"),
    [
        (KeyboardInterrupt(), KeyboardInterrupt, "^$"),
        (
            OSError(errno.ENOSPC, "No space left on device"),
            BuildError,
            "cannot be written to .*: No space left on device",
        ),
    ],
)
def test_an_interruption_or_a_full_disk_leaves_nothing_and_the_next_run_has_all(
    here, monkeypatch, error, raised, message
):
    def fails(*_, **__):
        raise error

    head = commit_of("HEAD", here)
    with monkeypatch.context() as patched, pytest.raises(raised, match=message):
        patched.setattr(tarfile.TarFile, "extractall", fails)
        files_of(head, Silent(), here)
    assert left_over() == []
    assert (files_of(head, Silent(), here) / "pom.xml").exists()


@pytest.mark.parametrize(("free", "is_refused"), [(400 * 10**6 - 1, True), (400 * 10**6, False)])
def test_without_room_for_a_build_it_is_not_begun(here, monkeypatch, free, is_refused):
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: SimpleNamespace(free=free))
    head = commit_of("HEAD", here)
    if not is_refused:
        assert files_of(head, Silent(), here).exists()
        return
    with pytest.raises(BuildError, match="make room, or name another place in PETLAB_CACHE"):
        files_of(head, Silent(), here)
    assert left_over() == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            lambda here: (here / "http-listener/pom.xml").unlink(),
            "it has no http-listener/pom.xml, which this checkout",
        ),
        (lambda here: (here / "deploy/build/artifacts.toml").unlink(), "it has no deploy/build/artifacts.toml"),
        (
            lambda here: (here / "supplier/src/main/database/postgresql/schema.sql").unlink(),
            "it has no tables of supplier",
        ),
        (lambda here: (here / TABLE).unlink(), "workflow.json is missing"),
        (lambda here: (here / TABLE).write_text('{"applications": []}'), "is not a workflow table that this version"),
        (
            lambda here: (here / TABLE).write_text((here / TABLE).read_text().replace('"opc"', '"office"')),
            "it has no application opc",
        ),
    ],
)
def test_a_revision_whose_bed_cannot_be_put_up_is_refused_by_what_it_lacks(here, change, message):
    change(here)
    changed = commit(here)
    with pytest.raises(PlanError, match=message):
        files_of(changed, Silent(), here)


def test_a_build_that_fails_names_the_revision_and_where_it_lies(here):
    head = commit_of("HEAD", here)
    place = files_of(head, Silent(), here)
    with pytest.raises(BuildError, match=f"revision {head[:7]}, in {place}: the Java build failed"):
        build_of(head, Silent())  # there is nothing in this project file


def test_the_last_few_stay_and_whatever_a_process_uses(here, monkeypatch):
    old = [checkout_of(f"{number}" * 12) for number in range(5)]
    for number, place in enumerate(old):
        write(place / "pom.xml", "")
        os.utime(place, (number, number))
    in_use.mark_used(old[0])
    os.utime(old[0], (0, 0))
    head = commit_of("HEAD", here)
    files_of(head, Silent(), here)
    assert left_over() == sorted([head[:12], "0" * 12, "2" * 12, "3" * 12, "4" * 12])


def test_a_mark_that_a_full_disk_left_empty_keeps_nothing(tmp_path):
    for number in range(3):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / ".used-by-1").write_text("")
        os.utime(tmp_path / str(number), (number, number))
    in_use.prune(tmp_path, 2)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1", "2"]


def test_a_removal_that_was_interrupted_leaves_no_half_and_is_gone_on_with(tmp_path, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    write(tmp_path / "old/pom.xml", "")
    with monkeypatch.context() as patched, pytest.raises(KeyboardInterrupt):
        patched.setattr(shutil, "rmtree", interrupted)
        in_use.prune(tmp_path, 0)
    assert not (tmp_path / "old").exists() and list(tmp_path.iterdir())
    in_use.prune(tmp_path, 0)
    assert list(tmp_path.iterdir()) == []


def test_a_plan_looks_its_words_up_in_the_contracts_of_its_revision(here):
    (here / TABLE).write_text((here / TABLE).read_text().replace('"soap"', '"pigeon"'))
    other = commit(here)
    files_of(other, Silent(), here)
    assert check(BedPlan(transitions={"invoice": "pigeon"}, revision=other)).delegates["invoice"] == "pigeon"
    with pytest.raises(
        PlanError, match="delegate soap is unknown; known are jms-transacted, jms-nontransacted, pigeon"
    ):
        check(BedPlan(transitions={"invoice": "soap"}, revision=other))
    with pytest.raises(PlanError, match="delegate pigeon is unknown"):
        check(BedPlan(transitions={"invoice": "pigeon"}))


def test_what_acts_on_both_alike_is_named(here):
    before = commit_of("HEAD", here)
    for file in (
        "deploy/bed/pools.py",
        "deploy/tests/test_pools.py",
        "deploy/requirements.lock",
        "deploy/resource-adapter/pom.xml",
        "supplier/A.java",
    ):
        write(here / file, "changed")
    with (here / "deploy/build/artifacts.toml").open("a") as pinned:
        pinned.write("# changed\n")
    git(here, "add", "--all")
    assert not_compared(before, here) == ("deploy/bed/pools.py",)


def test_a_plan_keeps_its_revision_in_the_descriptor(here):
    assert BedPlan.of_json(BedPlan(revision="a" * 40).as_json()).revision == "a" * 40
    with pytest.raises(PetlabError, match="which steps, queues and transitions a bed has"):
        check(BedPlan(revision="f" * 40))
