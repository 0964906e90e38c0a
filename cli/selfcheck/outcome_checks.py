"""Known answers of the audit and of validity: what became of orders, crashes, and trials that are void."""

import re
from functools import partial

from analysis.comparing.fault_statistics import FaultRow
from cli.selfcheck.answers import Answer, Check, all_of, exactly, near
from cli.selfcheck.evidence import Evidence

# What MISHAPS of the known experiments comes to. A missing order is in no book; a phantom's customer has one as well.
OUTCOMES = {
    "lost": 4, "duplicated": 2, "stuck": 1, "waiting": 1, "refused": 2, "phantom": 1,
    "missing_acknowledged": 1, "mails_missing": 1, "mails_duplicated": 3, "dead_letters": 1, "stock_unbalanced": 1,
    "redeliveries": 3, "duplicate_documents": 1, "sent_by_rolled_back": 1, "taken_from_rolled_back": 1,
}  # fmt: skip
#: 95 % one-sided, exact (Clopper and Pearson 1934, tables): of ten faults one.
BOUND_OF_ONE = 0.394163


def outcomes(names: tuple[str, ...], evidence: Evidence) -> Answer:
    audit = evidence["mishaps"].trial().audit
    counts = audit.counts() if audit else {}
    known = {name: OUTCOMES[name] for name in names}
    return exactly(known, {name: counts.get(name) for name in names})


def total(evidence: Evidence) -> FaultRow:
    return evidence["crashes"].findings.faults.total


def crashes(evidence: Evidence) -> Answer:
    found = total(evidence)
    return exactly((10, 0, 1, 1), (found.crashes, found.not_triggered, found.counts["lost"], found.losing))


def at_risk(evidence: Evidence) -> Answer:
    """Counted one by one: for each crash the orders that were on their way."""
    found = evidence["crashes"]
    known = sum(len(order.crashes) for orders in found.orders.values() for order in orders)
    return exactly(known, total(evidence).at_risk)


def loss_bound(evidence: Evidence) -> Answer:
    found = total(evidence)
    return all_of(
        [near(BOUND_OF_ONE, found.loss_bound or 0.0, 1e-6), near(BOUND_OF_ONE, found.harm_bound or 0.0, 1e-6)]
    )


def recovery(evidence: Evidence) -> Answer:
    """Four seconds each."""
    found = total(evidence).recovery
    return all_of([near(4.0, found.median_s or 0.0, 1e-6), near(4.0, found.max_s or 0.0, 1e-6), exactly(10, found.n)])


def clock_ahead(evidence: Evidence) -> Answer:
    """The processing center's clock is 2 ms ahead, and a step of it 5 ms slow: responses of 40 ms seem longer,
    latencies shorter, and calls are as they were.
    """
    found = evidence["clocks"]
    known = {"response_mean_ms": 47.0, "latency_mean_ms": 2.0, "call_mean_ms": 0.8}
    return all_of([near(value, found.metric(name), 1e-5) for name, value in known.items()])


def is_void(name: str, words: str, evidence: Evidence) -> Answer:
    """And for no other reason."""
    found = evidence[name].trial()
    known = f"void: {words}"
    told = f"{found.status}: {'; '.join(found.reasons)}"
    return Answer(known, told[:80], "begins so, one reason", told.startswith(known) and len(found.reasons) == 1)


def steady_state(evidence: Evidence) -> Answer:
    """The logarithm of the CPU grows by 0.96 in 64 s, and exp(0.96) is 2.612; told in whole per cent."""
    risen = re.search(r"rose by (\d+)% within", "; ".join(evidence["warming"].trial().reasons))
    void = is_void("warming", "CPU per order rose by ", evidence)
    return all_of([void, near(161.2, float(risen[1]) if risen else 0.0, 1.5)])


CHECKS = (
    Check("orders lost", partial(outcomes, ("lost",))),
    Check("orders duplicated", partial(outcomes, ("duplicated",))),
    Check("orders stuck or waiting", partial(outcomes, ("stuck", "waiting", "dead_letters"))),
    Check("orders refused", partial(outcomes, ("refused",))),
    Check("orders missing", partial(outcomes, ("missing_acknowledged",))),
    Check("phantoms", partial(outcomes, ("phantom",))),
    Check("mails", partial(outcomes, ("mails_missing", "mails_duplicated"))),
    Check("stock", partial(outcomes, ("stock_unbalanced",))),
    Check("redeliveries", partial(outcomes, ("redeliveries", "duplicate_documents"))),
    Check("sent by rolled back", partial(outcomes, ("sent_by_rolled_back", "taken_from_rolled_back"))),
    Check("crashes", crashes),
    Check("orders at risk", at_risk),
    Check("loss at most", loss_bound),
    Check("recovery", recovery),
    Check("clock offset", clock_ahead),
    Check("clock that was set", partial(is_void, "clock set", "the wall clock was set during the trial, by 0.4 ms")),
    Check("steady state", steady_state),
    Check("sample ratio mismatch", partial(is_void, "selected", "the levels do not have equally many measured orders")),
    Check("call by another delegate", partial(is_void, "astray", "6 of 1,280 calls went by another delegate")),
)
