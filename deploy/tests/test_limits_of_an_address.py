"""What one address may take of the shop: sessions, and threads that wait for a password to be hashed."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from deploy.bed.standing_bed import Bed, BedPlan
from deploy.specification.plan import STRONG_PASSWORDS
from deploy.testing import PORT_BASE, another_bed
from deploy.tests.test_access import assert_is_guarded, at_once, visitor

pytestmark = pytest.mark.bed

BASE = PORT_BASE + 400
SESSIONS = 50
SIGN_ONS = 40
LIMITS = {
    "password.cost": STRONG_PASSWORDS,
    "password.max-pending": "8",
    "sessions.max-per-address": str(SESSIONS),
}
ITEM = {"item": "EST-1", "quantity": "1"}


@pytest.fixture(scope="module")
def limited_bed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bed]:
    """A bed of its own, with limits that a test can reach."""
    with another_bed(BedPlan(port_base=BASE, settings=LIMITS), tmp_path_factory.mktemp("limited")) as standing:
        yield standing


def test_an_address_has_its_sessions_and_another_one_when_one_has_ended(limited_bed: Bed) -> None:
    limited_bed.reset()
    with ExitStack() as visits:
        visitors = [visits.enter_context(visitor(limited_bed, "storefront")) for _ in range(SESSIONS + 1)]
        answers = [each.post("cart", data=ITEM) for each in visitors]
        assert [each.status_code for each in answers] == [200] * SESSIONS + [429]
        refused, last = answers[-1], visitors[-1]
        assert refused.headers["Retry-After"] == "60"
        assert "There are too many sessions from your address." in refused.text
        assert_is_guarded(refused)
        assert visitors[0].post("signoff").status_code == 303
        assert last.post("cart", data=ITEM).status_code == 200, "a visitor has gone"
        assert visitors[0].post("cart", data=ITEM).status_code == 429
    limited_bed.reset()
    with visitor(limited_bed, "storefront") as another:
        assert another.post("cart", data=ITEM).status_code == 200, "a reset ends all sessions"
    limited_bed.reset()


def test_of_right_sign_ons_at_once_some_are_told_to_come_back(limited_bed: Bed) -> None:
    """Four of the eight places are for one address; two processors hash some 40 passwords a second."""
    limited_bed.reset()
    answers = at_once(limited_bed, SIGN_ONS, {"user": "customer15", "password": "customer15"})
    assert answers.keys() == {200, 503}
    assert answers[200] >= 4
    limited_bed.reset()
