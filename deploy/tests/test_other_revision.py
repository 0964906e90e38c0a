"""A bed of another revision has that revision's applications and tables, put up by this checkout."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from deploy.build.java_build import MODULES
from deploy.build.revisions import build_of, files_of
from deploy.generating.connecting import connect
from deploy.paths import CHECKOUT
from deploy.progress import Silent
from deploy.specification.plan import BedPlan
from deploy.testing import PORT_BASE, another_bed
from deploy.tests.other_revision import commit, git

pytestmark = pytest.mark.bed

BASE = PORT_BASE + 1200
HOME = "storefront/src/main/webapp/WEB-INF/pages/home.jsp"
HEADING = "A shop of another time"
TABLES = "storefront/src/main/database/postgresql/schema.sql"


@pytest.fixture
def other(tmp_path: Path) -> Iterator[str]:
    """A commit of a clone, built. What is the same in it is taken over from this checkout's build."""
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", "--shared", str(CHECKOUT), str(clone))
    page = clone / HOME
    page.write_text(page.read_text(encoding="utf-8").replace("Which animal", HEADING), encoding="utf-8")
    with (clone / TABLES).open("a", encoding="utf-8") as tables:
        tables.write("comment on table step_record is 'of another time';\n")
    changed = commit(clone)
    place = files_of(changed, Silent(), clone)
    try:
        (place / ".petlab").mkdir()
        shutil.copy(CHECKOUT / ".petlab/java-build.json", place / ".petlab")
        for module in MODULES:
            shutil.copytree(CHECKOUT / module.path / "target", place / module.path / "target")
        build_of(changed, Silent())
        yield changed
    finally:
        shutil.rmtree(place)


def test_a_bed_of_another_revision_has_its_applications_and_its_tables(other, tmp_path):
    with another_bed(BedPlan(port_base=BASE, revision=other), tmp_path) as bed:
        assert HEADING in httpx.get(bed.applications["storefront"] + "/", follow_redirects=True).text
        with connect(bed, "storefront") as database:
            [comment] = database.execute("select obj_description('step_record'::regclass)").fetchone() or ()
        assert comment == "of another time"
        bed.switch("invoice", "soap")
        assert bed.delegates()["invoice"] == "soap"
