"""How queues are emptied, with a broker that only says how long they are."""

import pytest

from deploy.broker.broker_management import BrokerManagement, QueueLength
from deploy.errors import ManagementError

BROKER = BrokerManagement("http://127.0.0.1:1", "password", ".dead")


@pytest.fixture
def emptied(monkeypatch):
    """Has the queues hold at each look what is given, and the last for ever: name, messages, in delivery. Returns what
    was emptied after each.
    """
    asked: list[list[str]] = []

    def holding(*looks):
        lengths = [[QueueLength(name, held, delivered, 0, False) for name, held, delivered in look] for look in looks]

        def queue_lengths(self):
            return lengths[min(len(asked), len(lengths) - 1)]

        def of_each_queue(self, operation, queues):
            assert operation == "removeAllMessages()"
            asked.append(list(queues))

        monkeypatch.setattr(BrokerManagement, "queue_lengths", queue_lengths)
        monkeypatch.setattr(BrokerManagement, "_of_each_queue", of_each_queue)
        return asked

    return holding


def test_queues_that_hold_nothing_are_left_alone(emptied):
    asked = emptied([("MailQueue", 0, 0)])
    BROKER.empty_queues(10)
    assert asked == []


def test_what_holds_anything_is_emptied_until_nothing_does_in_delivery_either(emptied):
    mail, order, dead = ("MailQueue", 0, 0), ("SupplierOrderQueue", 2, 0), ("MailQueue.dead", 1, 0)
    worked_on = ("SupplierOrderQueue", 0, 1)
    asked = emptied([mail, order, dead], [mail, worked_on], [("MailQueue", 1, 1)], [mail])
    BROKER.empty_queues(10)
    assert asked == [["SupplierOrderQueue", "MailQueue.dead"], ["SupplierOrderQueue"], ["MailQueue"]]


def test_queues_that_do_not_become_empty_are_named(emptied):
    emptied([("MailQueue", 0, 0), ("SupplierOrderQueue", 3, 1)])
    with pytest.raises(ManagementError, match=r"not empty after 0.2 s: SupplierOrderQueue \(3\)$"):
        BROKER.empty_queues(0.2)
