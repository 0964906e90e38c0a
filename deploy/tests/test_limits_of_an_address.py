"""What one address may take of the shop: sessions, and threads that wait for a password to be hashed."""

from contextlib import ExitStack

import pytest

from deploy.bed.standing_bed import Bed
from deploy.testing import FEW_SESSIONS
from deploy.tests.test_access import assert_is_guarded, at_once, visitor

pytestmark = pytest.mark.bed

SIGN_ONS = 40
ITEM = {"item": "EST-1", "quantity": "1"}


def test_an_address_has_its_sessions_and_another_one_when_one_has_ended(limited_bed: Bed) -> None:
    limited_bed.reset()
    with ExitStack() as visits:
        visitors = [visits.enter_context(visitor(limited_bed, "storefront")) for _ in range(FEW_SESSIONS + 1)]
        answers = [each.post("cart", data=ITEM) for each in visitors]
        assert [each.status_code for each in answers] == [200] * FEW_SESSIONS + [429]
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
