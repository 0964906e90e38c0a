"""What is fetched is what was pinned, whole, and fetched once."""

import hashlib
import io
import sys
import tarfile
import threading
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue
from types import SimpleNamespace

import pytest

from deploy.build import artifacts
from deploy.build.artifacts import Artifact, Store, locked
from deploy.errors import ArtifactError
from deploy.progress import Silent


@dataclass
class InMemoryRegistry:
    """A registry with one file; it notes each fetch."""

    file: str
    content: bytes
    fetched: list[str] = field(default_factory=list)

    def fetch(self, coordinates: str, into: Path) -> None:
        self.fetched.append(coordinates)
        (into / self.file).write_bytes(self.content)


def packed() -> bytes:
    archive = io.BytesIO()
    with tarfile.open(fileobj=archive, mode="w:gz") as tar:
        member = tarfile.TarInfo("broker/bin/run")
        member.mode, member.size = 0o755, 5
        tar.addfile(member, io.BytesIO(b"echo\n"))
    return archive.getvalue()


CONTENT = packed()
ARTIFACT = Artifact(
    "broker", "org.example:broker:1:tar.gz", "broker-1.tar.gz", "1", hashlib.sha256(CONTENT).hexdigest()
)


def test_an_artifact_is_fetched_once_and_its_programs_stay_programs(tmp_path):
    registry = InMemoryRegistry(ARTIFACT.file, CONTENT)
    store = Store(tmp_path, registry, Silent())
    first = store.unpacked(ARTIFACT)
    assert store.unpacked(ARTIFACT) == first
    assert (first / "broker/bin/run").stat().st_mode & 0o111
    assert registry.fetched == [ARTIFACT.coordinates]


def test_another_content_is_refused_and_nothing_of_it_stays(tmp_path):
    store = Store(tmp_path, InMemoryRegistry(ARTIFACT.file, b"something else"), Silent())
    with pytest.raises(ArtifactError, match=f"expected {ARTIFACT.sha256}"):
        store.file(ARTIFACT)
    assert [path for path in tmp_path.rglob("*") if path.is_file() and not path.name.endswith(".lock")] == []


def test_a_damaged_archive_leaves_no_half_folder(tmp_path):
    damaged = CONTENT[: len(CONTENT) // 2]
    artifact = Artifact("broker", "c", ARTIFACT.file, "1", hashlib.sha256(damaged).hexdigest())
    store = Store(tmp_path, InMemoryRegistry(artifact.file, damaged), Silent())
    with pytest.raises(ArtifactError, match="could not be unpacked"):
        store.unpacked(artifact)
    assert [path for path in (tmp_path / "unpacked").iterdir() if path.is_dir()] == []


def test_several_at_a_time_fetch_once(tmp_path):
    registry = InMemoryRegistry(ARTIFACT.file, CONTENT)
    threads = [
        threading.Thread(target=Store(tmp_path, registry, Silent()).unpacked, args=(ARTIFACT,)) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(registry.fetched) == 1


def test_who_waits_long_for_a_lock_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(artifacts, "SOON_S", 0.0)
    # What pytest captures may be lost while another thread reads it.
    said: Queue[str] = Queue()
    monkeypatch.setattr(sys, "stderr", SimpleNamespace(write=said.put))
    file = tmp_path / "some.lock"
    order: list[str] = []

    def other() -> None:
        with locked(file):
            order.append("other")

    waiting = threading.Thread(target=other)
    with locked(file):
        waiting.start()
        assert said.get(timeout=30) == f"petlab: waiting for another petlab, which has locked {file}\n"
        order.append("this")
    waiting.join(timeout=30)
    assert order == ["this", "other"]
