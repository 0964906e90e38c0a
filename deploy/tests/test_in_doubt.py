"""What is in doubt is known by names that stay the same from poll to poll."""

from deploy.broker.broker_management import branch_name

LINE = (
    "2026-11-21T18:37:19 base64: cGV0bGFiLXNlcnZlcg0QEAAJGh_8Z5KAA== XidImpl ({hash} bq:112.101 formatID:4871251 "
    "gtxid:-47.1 base64:cGV0bGFiLXNlcnZlcg0QEAAJGh_8Z5KAA=="
)


def test_a_branch_of_the_broker_keeps_its_name() -> None:
    assert branch_name(LINE.format(hash=544203828)) == branch_name(LINE.format(hash=274034978))
    assert branch_name(LINE.format(hash=1)) == "cGV0bGFiLXNlcnZlcg0QEAAJGh_8Z5KAA=="


def test_a_line_of_another_form_is_a_name_itself() -> None:
    assert branch_name("a branch") == "a branch"
