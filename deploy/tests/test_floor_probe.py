"""The application that measures floors is part of the plan of a bed that is started for it, and of no other."""

import json
from dataclasses import replace

import pytest

from deploy.bed import bed_secrets
from deploy.broker.broker_plan import broker_users
from deploy.build.built import Built
from deploy.build.compatibility import missing
from deploy.build.java_build import MODULES, module_stamps
from deploy.errors import PlanError
from deploy.specification.plan import BedPlan, check
from deploy.tests.other_revision import repository

PROBED = BedPlan(floor_probe=True)


def test_an_ordinary_bed_knows_nothing_of_it():
    ordinary = check(BedPlan())
    assert "floors" not in ordinary.table.applications
    assert not any(name.startswith("Floor") for name in ordinary.table.queues)
    assert not any("floors" in name for name in bed_secrets.generate(ordinary))
    assert "floors" not in Built().wars_of(BedPlan())


def test_a_bed_that_measures_floors_has_it_with_queues_and_secrets_of_its_own():
    probed = check(PROBED)
    assert probed.topology.server_of("floors") == probed.topology.server_of("opc")
    for name in ("FloorStepQueue", "FloorSendQueue"):
        [queue] = [each for each in probed.table.destinations if each.name == name]
        assert (queue.consumer, queue.senders) == ("floors", ("floors",))
    assert "floors" in broker_users(probed.table)
    secrets = bed_secrets.generate(probed)
    assert len({secrets[f"{kind}.floors"] for kind in ("application", "broker", "database")}) == 3
    assert Built().wars_of(PROBED)["floors"].name == "floors.war"
    assert Built().ddl("floors", "postgresql").exists()


def test_the_plan_is_kept_with_its_bed():
    assert BedPlan.of_json(json.loads(json.dumps(PROBED.as_json()))) == PROBED


def test_another_database_is_refused():
    with pytest.raises(PlanError, match="a database of the bed's own: leave out --database"):
        check(replace(PROBED, database_url="jdbc:postgresql://elsewhere:5432/x"))


def test_a_revision_without_it_can_be_compared_and_built(tmp_path):
    older = repository(tmp_path / "older")
    later = [module.path for module in MODULES if module.later]
    assert "deploy/floor-probe" in later
    for path in later:
        (older / path / "pom.xml").unlink()
    assert list(missing(older)) == []
    assert not set(later) & set(module_stamps(older))
