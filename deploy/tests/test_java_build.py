"""Only what has changed is built again."""

import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.build import java_build
from deploy.build.built import Built
from deploy.build.java_build import MODULES, build, changed, module_stamps
from deploy.errors import BuildError
from deploy.paths import CHECKOUT
from deploy.progress import Silent
from deploy.specification.plan import BedPlan


@pytest.fixture
def checkout(tmp_path):
    (tmp_path / "pom.xml").write_text("<project/>", encoding="utf-8")
    for module in MODULES:
        folder = tmp_path / module.path
        (folder / "src/main/java").mkdir(parents=True)
        (folder / "pom.xml").write_text("<project/>", encoding="utf-8")
        (folder / "src/main/java/A.java").write_text(module.path, encoding="utf-8")
        (tmp_path / module.makes).parent.mkdir(parents=True)
        (tmp_path / module.makes).touch()
    return tmp_path


def test_all_that_a_bed_may_need_is_made_by_a_module():
    everything = Built()
    needed = {
        *everything.wars_of(BedPlan(floor_probe=True)).values(),
        *(everything.http_listener, everything.transaction_manager, everything.probe, everything.step_faults),
        *(everything.resource_adapter, everything.broker_agent),
    }
    assert {str(file.relative_to(CHECKOUT)) for file in needed} <= {module.makes for module in MODULES}


def made_here(archive: bytes) -> Iterator[zipfile.ZipInfo]:
    """The files in it, and in those of its libraries that are modules of Petlab."""
    with zipfile.ZipFile(io.BytesIO(archive)) as opened:
        yield from opened.infolist()
        for name in opened.namelist():
            if name.endswith("-SNAPSHOT.jar"):
                yield from made_here(opened.read(name))


@pytest.mark.parametrize("war", Built().wars.values(), ids=lambda war: war.stem)
def test_an_application_does_not_say_when_or_from_what_files_it_was_built(war: Path):
    """Else no build would be like another, and each would have the applications deployed anew. An episode file, by
    which other schemas could refer to these classes, has the time in a comment; a copy of the POM has the rights of the
    file, which come from a umask or from git's.
    """
    files = list(made_here(war.read_bytes()))
    assert {file.date_time for file in files} == {(2026, 1, 1, 0, 0, 0)}, "project.build.outputTimestamp"
    assert [file.filename for file in files if file.filename.endswith((".episode", "/pom.xml"))] == []


def test_nothing_is_built_when_nothing_has_changed(checkout):
    stamps = module_stamps(checkout)
    assert changed(module_stamps(checkout), stamps, checkout) == ()


def test_a_change_rebuilds_the_module_and_whatever_needs_it(checkout):
    stamps = module_stamps(checkout)
    (checkout / "workflow/src/main/java/B.java").touch()
    found = changed(module_stamps(checkout), stamps, checkout)
    applications = ("storefront", "order-processing-center", "supplier")
    assert found == ("workflow", "pages", *applications, "workflow/step-faults")


def test_a_test_rebuilds_nothing_and_a_missing_artefact_is_made_again(checkout):
    stamps = module_stamps(checkout)
    (checkout / "supplier/src/test").mkdir()
    (checkout / "supplier/src/test/ATest.java").touch()
    (checkout / "storefront/target/storefront.war").unlink()
    assert changed(module_stamps(checkout), stamps, checkout) == ("storefront",)


def test_what_a_failed_build_has_left_is_stale_when_its_sources_are_gone_again(checkout, tmp_path):
    """Maven makes one module after the other: those before the one that fails are of sources that were undone."""
    (tmp_path / "java-build.json").write_text(json.dumps(module_stamps(checkout)), encoding="utf-8")
    (checkout / "workflow/src/main/java/B.java").touch()
    with pytest.raises(BuildError):
        build(Silent(), checkout, tmp_path)
    (checkout / "workflow/src/main/java/B.java").unlink()
    for module in MODULES:
        (checkout / module.makes).parent.mkdir(parents=True, exist_ok=True)
        (checkout / module.makes).touch()
    noted = json.loads((tmp_path / "java-build.json").read_text())
    applications = ("storefront", "order-processing-center", "supplier")
    assert changed(module_stamps(checkout), noted, checkout) == (
        *("workflow", "pages", *applications),
        "workflow/step-faults",
    )


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (KeyboardInterrupt(), 130, "petlab: interrupted\n"),
        (OSError(28, "No space left on device", "x"), 1, "petlab: [Errno 28] No space left on device: 'x'\n"),
    ],
)
def test_whatever_ends_a_build_is_said_in_one_line(monkeypatch, capsys, error, code, said):
    def ended(progress):
        raise error

    monkeypatch.setattr(java_build, "build", ended)
    assert java_build.main() == code
    assert capsys.readouterr().err == said


def test_what_older_sources_have_left_is_not_built_upon(checkout, tmp_path):
    (tmp_path / "java-build.json").write_text(json.dumps(module_stamps(checkout)), encoding="utf-8")
    (checkout / "supplier/src/main/java/B.java").touch()
    with pytest.raises(BuildError, match="the Java build failed"):  # there is nothing in this project file
        build(Silent(), checkout, tmp_path)
    assert not (checkout / "supplier/target").exists()
    assert (checkout / "storefront/target/storefront.war").exists()
