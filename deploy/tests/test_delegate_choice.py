"""The choice of a delegate, as applications are told it and as people read it."""

import pytest

from deploy.errors import PlanError
from deploy.specification.delegate_choice import delegates_of, described, drawn


def test_a_drawing_is_written_as_the_applications_read_it():
    assert drawn(7, ("soap", "jms-transacted")) == "drawn:7:soap,jms-transacted"


def test_the_delegates_of_a_choice_are_those_that_an_order_can_go_by():
    assert delegates_of("soap") == ("soap",)
    assert delegates_of("drawn:0:soap") == ("soap",)
    assert delegates_of("drawn:999999999999999999:soap,pigeon") == ("soap", "pigeon")


@pytest.mark.parametrize("choice", ["drawn:", "drawn:7", "drawn:7:", "drawn:07:soap", "drawn:-1:soap", "drawn:x:soap"])
def test_a_drawing_that_is_none_is_refused_with_what_was_expected(choice):
    with pytest.raises(PlanError, match=f"expected drawn:<seed>:<delegate>,.* as the seed: {choice}$"):
        delegates_of(choice)


def test_people_read_what_it_means():
    assert described("soap") == "soap"
    assert described("drawn:7:soap,jms-transacted") == "drawn per order: soap, jms-transacted"
