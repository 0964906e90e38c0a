"""The database as the last agent of transactions with the broker: it prepares nothing, and can fail them all."""

from collections import Counter

import pytest

from deploy import paths
from deploy.database import postgresql, statement_log
from deploy.lifecycle import lifetime
from deploy.progress import Silent
from deploy.specification.database_commit import LAST_AGENT
from deploy.specification.plan import BedPlan, check
from deploy.testing import PORT_BASE
from deploy.tests import store

pytestmark = pytest.mark.bed

BASE = PORT_BASE + 400


@pytest.mark.alone
def test_a_last_agent_prepares_nothing_and_whom_it_fails_it_takes_along(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "BED_HOME", tmp_path / "runtime/bed")
    with lifetime.up(BedPlan(port_base=BASE, database_commit=LAST_AGENT), progress=Silent()) as bed:
        with (
            postgresql.connect_as_admin(check(bed.plan).ports.database, bed.secret("database.admin")) as admin,
            statement_log.captured(admin, bed.home / "postgresql.log") as found,
        ):
            for delegate in store.DELEGATES:
                store.assert_carried_along(bed, delegate)
            store.wait_until_idle(bed)
        ended = Counter(each.sql.split()[0] for each in found.statements if each.role in ("opc", "supplier"))
        # At least the five steps of each order that keep a book; with two phases each would have been prepared.
        assert ended["COMMIT"] >= 5 * len(store.DELEGATES)
        assert ended["PREPARE"] == 0

        # Approving has sent the supplier order, whose branch has prepared, when the database refuses to commit.
        with store.commit_fails_once(bed, "opc", "purchase_order", "new.state = 'APPROVED'"):
            order_id = store.assert_carried_along(bed, "jms-transacted")
        assert store.state(bed, order_id) == "COMPLETED"
        assert bed.in_doubt().total == 0
