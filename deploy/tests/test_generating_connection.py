"""Where the generator refuses to write."""

from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest
from psycopg.conninfo import conninfo_to_dict

from deploy.bed.standing_bed import Bed, BedPlan
from deploy.errors import BedError, PlanError
from deploy.generating import connecting
from deploy.generating.connecting import connect, require_disk_space
from deploy.specification.past import Past


@dataclass(frozen=True)
class KnownBed:
    """What the generator asks a bed for."""

    plan: BedPlan
    folders: tuple[Path, ...] = ()

    def secret(self, name: str) -> str:
        return f"secret of {name}"


def bed_of(plan: BedPlan, *folders: Path) -> Bed:
    return cast(Bed, KnownBed(plan, folders))


def test_oracle_is_refused():
    bed = bed_of(BedPlan(database_url="jdbc:oracle:thin:@//host/shop"))

    with pytest.raises(PlanError, match="only PostgreSQL can be filled"):
        connect(bed, "opc")


def test_a_database_that_is_not_there_is_one_message():
    bed = bed_of(BedPlan(database_url="jdbc:postgresql://127.0.0.1:1/shop"))

    with pytest.raises(BedError, match="the database does not let opc in"):
        connect(bed, "opc")


def test_what_the_disk_cannot_hold_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("shutil.disk_usage", lambda folder: type("Usage", (), {"free": 3_000_000_000}))
    bed = bed_of(BedPlan(), tmp_path)

    require_disk_space(bed, Past(customers=10, orders=1000))
    with pytest.raises(BedError, match=r"3\.0 GB are free. Make room, or generate fewer orders"):
        require_disk_space(bed, Past(customers=100_000, orders=1_000_000))


@pytest.mark.parametrize("hosts", ["one:5432,two:5432", "one,two", "one:port"])
def test_several_hosts_are_refused(hosts):
    with pytest.raises(PlanError, match="a URL with one host"):
        connect(bed_of(BedPlan(database_url=f"jdbc:postgresql://{hosts}/shop")), "opc")


def test_a_databases_name_is_read_as_the_driver_reads_it():
    conninfo = connecting._conninfo("jdbc:postgresql://host/pet%20shop", "opc", "pw")
    assert conninfo_to_dict(conninfo)["dbname"] == "pet shop"
