"""Only what has changed is built again."""

import json

import pytest

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


def test_what_older_sources_have_left_is_not_built_upon(checkout, tmp_path):
    (tmp_path / "java-build.json").write_text(json.dumps(module_stamps(checkout)), encoding="utf-8")
    (checkout / "supplier/src/main/java/B.java").touch()
    with pytest.raises(BuildError, match="the Java build failed"):  # there is nothing in this project file
        build(Silent(), checkout, tmp_path)
    assert not (checkout / "supplier/target").exists()
    assert (checkout / "storefront/target/storefront.war").exists()
