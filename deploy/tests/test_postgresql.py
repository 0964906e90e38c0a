"""A cluster of a bed's own is made where its account can go, and its folder is known before anything goes wrong."""

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy import paths
from deploy.build.artifacts import Store
from deploy.build.maven import Maven
from deploy.database import postgresql
from deploy.database.postgresql import Cluster
from deploy.errors import ArtifactError, BedError
from deploy.payara.payara_pools import POOL_SIZE
from deploy.progress import Silent


class Unreachable:
    """A registry from which nothing comes."""

    def fetch(self, coordinates: str, into: Path) -> None:
        raise ArtifactError(f"{coordinates} was not fetched")


def test_the_folder_is_told_before_anything_is_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else whoever cleans up would not know of it."""
    monkeypatch.setattr(postgresql, "_OPEN_FOLDER", tmp_path)
    store, told = Store(tmp_path / "cache", Unreachable(), Silent()), list[Path]()
    with pytest.raises(ArtifactError):
        postgresql.create(store, tmp_path, 1, "password", on_folder=told.append)
    assert told == list(tmp_path.glob("petlab-postgresql-*"))


def test_a_cluster_that_is_not_made_in_time_is_a_message(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    initdb = tmp_path / "bin/initdb"
    initdb.parent.mkdir()
    initdb.write_text("#!/bin/sh\nexec sleep 60\n", encoding="utf-8")
    initdb.chmod(0o755)
    monkeypatch.setattr(postgresql, "_TIMEOUT_S", 0.1)
    cluster = Cluster(tmp_path, tmp_path, tmp_path / "log", 1, "password", None)
    with pytest.raises(BedError, match=r"PostgreSQL did not create its cluster within 0\.1 s"):
        postgresql._initdb(cluster, tmp_path / "password")


def test_a_cluster_takes_all_that_the_pools_may_open(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    postgresql._configure(Cluster(tmp_path, tmp_path, tmp_path / "log", 1, "password", None), {})
    settings = (tmp_path / "data/postgresql.auto.conf").read_text(encoding="utf-8")
    [found] = re.findall(r"^max_connections = (\d+)$", settings, re.MULTILINE)
    assert int(found) > 5 * POOL_SIZE, "of three applications, a log store and a message store"


@pytest.fixture
def closed_by_default() -> Iterator[None]:
    before = os.umask(0o077)
    yield
    os.umask(before)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(dir="/var/tmp"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


@pytest.mark.bed
@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs it as somebody else")
@pytest.mark.usefixtures("closed_by_default")
def test_its_account_can_run_it_whatever_the_umask_is(open_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql, "_OPEN_FOLDER", open_folder)
    account = postgresql._account()
    assert account is not None
    closed = open_folder / "petlab-binaries"
    closed.mkdir()  # by one before, with the same umask
    store = Store(paths.cache(), Maven.of_this_machine(), Silent())
    assert postgresql._may_enter(postgresql._unpacked(store, account) / "bin", account)
