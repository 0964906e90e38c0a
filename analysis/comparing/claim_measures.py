"""How claims are measured: each a function of the evidence and of the number of customers at which it is judged."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from statistics import fmean, geometric_mean

from analysis.comparing.delegate_ratios import Found, Measure, Shown, ratio_between
from analysis.comparing.design import TRANSITION
from analysis.comparing.evidence import JMS, SOAP, Evidence, Load
from analysis.statistics.intervals import Estimate, ratio_interval, t_interval
from analysis.trials.trial_analysis import TrialResult


def within_trials(delegate: str, metric: str, against: str) -> Measure:
    """The ratio of two metrics of the same trials."""

    def measure(evidence: Evidence, customers: int) -> Estimate | str:
        combination = evidence.at(delegate, customers)
        if combination is None:
            return f"no valid trial with {delegate} at {customers} customers"
        ratios = []
        for unit in combination.units:
            values = [(trial.value(metric), trial.value(against)) for trial in unit]
            ratios.append([one / other for one, other in values if one and other and one > 0])
        return ratio_over(ratios) or f"not measured: {metric} and {against}"

    return measure


def ratio_over(units: list[list[float]]) -> Estimate | None:
    """The ratio over repetitions, each of which has those of its trials; None where there is none."""
    known = [geometric_mean(ratios) for ratios in units if ratios]
    return ratio_interval(known) if known else None


# What two trials of a block show.


def mean_of(delegate: str, metric: str) -> Measure:
    """A metric of one delegate, as the report has it."""

    def measure(evidence: Evidence, customers: int) -> Estimate | str:
        combination = evidence.at(delegate, customers)
        if combination is None:
            return f"no valid trial with {delegate} at {customers} customers"
        return combination.metrics.get(metric) or f"not measured: {metric}"

    return measure


def left_behind(*delegates: str) -> Measure:
    """Documents that stayed sent, for each step that failed afterwards: of each delegate."""

    def measure(evidence: Evidence, customers: int) -> Found:
        found = {}
        for delegate in delegates:
            at_load = [c for c in evidence.failing if (c.levels[TRANSITION], c.customers) == (delegate, customers)]
            units = [unit for combination in at_load for unit in combination.units]
            fractions = [[left for trial in unit if (left := left_by_failures(trial)) is not None] for unit in units]
            known = [fmean(of_unit) for of_unit in fractions if of_unit]
            if not known:
                return f"no valid trial with {delegate} shows what its failing steps left behind"
            found[delegate] = t_interval(known)
        return found

    return measure


def left_by_failures(result: TrialResult) -> float | None:
    """None where no step failed, or where there were no marks to tell by."""
    sent = result.audit.sent_by_rolled_back if result.audit else None
    return None if sent is None or not result.trial.triggered else sent / result.trial.triggered


def ratio_of_trials(value: Callable[[TrialResult], float | None], level: str, against: str, what: str) -> Measure:
    """The ratio of what the trials of two delegates show, block by block; `what` names it where none shows it."""

    def measure(evidence: Evidence, customers: int) -> Estimate | str:
        ours, theirs = evidence.at(level, customers), evidence.at(against, customers)
        if ours is None or theirs is None:
            return f"no valid trials with {level} and {against} at {customers} customers"
        of_block = {trial.trial.block: trial for trial in theirs.trials}
        units: list[list[Shown]] = []
        for unit in ours.units:
            pairs = [(trial, other) for trial in unit if (other := of_block.get(trial.trial.block))]
            shown = [(value(one), value(other), (one, other)) for one, other in pairs]
            units.append([(one, two, block) for one, two, block in shown if one is not None and two is not None])
        if not any(units):
            return f"not measured: {what}"
        return ratio_between(units) or f"measured in too few blocks of {level} or {against}: {what}"

    return measure


def soap_call_parts(evidence: Evidence, customers: int) -> Estimate | str:
    """SOAP's call time over its latency and the untransacted send, block by block."""
    soap, jms = evidence.at(SOAP, customers), evidence.at(JMS, customers)
    if soap is None or jms is None:
        return f"no valid trials with {SOAP} and {JMS} at {customers} customers"
    senders = {trial.trial.block: trial for trial in jms.trials}
    units: list[list[Shown]] = []
    for unit in soap.units:
        pairs = [(trial, sender) for trial in unit if (sender := senders.get(trial.trial.block))]
        times = [(t.value("call_mean_ms"), t.value("latency_mean_ms"), s.value("call_mean_ms")) for t, s in pairs]
        units.append(
            [
                (call, latency + send, block)
                for block, (call, latency, send) in zip(pairs, times, strict=True)
                if call and latency and send
            ]
        )
    return ratio_between(units) or "no block has both"


def linearity(evidence: Evidence, customers: int) -> Found:
    """Throughput per customer at this load over that at the lightest load, of each of the two delegates."""
    found = {}
    for delegate in (JMS, SOAP):
        grown = growth(delegate, "throughput_per_min")(evidence, customers)
        if not isinstance(grown, Estimate):
            return grown
        found[delegate] = per_customer(grown, evidence, customers)
    return found


def per_customer(grown: Estimate, evidence: Evidence, customers: int) -> Estimate:
    """A growth since the lightest load, by that of the number of customers."""
    more = customers / int(evidence.load("light"))
    value, low, high = (None if bound is None else bound / more for bound in (grown.value, grown.low, grown.high))
    return replace(grown, value=value, low=low, high=high)


def peak(level: str, against: str) -> Measure:
    """The greatest throughput of one delegate at any load over that of another, block by block: of the blocks that have
    both at all loads.
    """

    def measure(evidence: Evidence, customers: int) -> Estimate | str:
        at_loads: dict[str, dict[int, dict[int, TrialResult]]] = {level: {}, against: {}}
        for combination in evidence.combinations:
            of_delegate = at_loads.get(str(combination.levels[TRANSITION]), {})
            for trial in combination.trials:
                of_block = of_delegate.setdefault(trial.trial.block, {})
                of_block[combination.customers] = max(of_block.get(combination.customers, trial), trial, key=_per_min)
        loads = {customers for blocks in at_loads.values() for at_load in blocks.values() for customers in at_load}
        ours, theirs = (_peaks(at_loads[delegate], loads) for delegate in (level, against))
        blocks = [(here, there) for block, here in ours.items() if (there := theirs.get(block))]
        known = [[(_per_min(here), _per_min(there), (here, there))] for here, there in blocks if _per_min(there)]
        return ratio_between(known) or f"no block has both {level} and {against} at all loads"

    return measure


def _per_min(trial: TrialResult) -> float:
    return trial.value("throughput_per_min") or 0.0


def _peaks(blocks: Mapping[int, Mapping[int, TrialResult]], loads: Collection[int]) -> dict[int, TrialResult]:
    """That which completed most of each block that has all loads, in the order of the blocks."""
    whole = {block: at_load for block, at_load in sorted(blocks.items()) if len(at_load) == len(loads)}
    return {block: max(at_load.values(), key=_per_min) for block, at_load in whole.items()}


def growth(delegate: str, metric: str, since: Load = "light") -> Measure:
    """A metric of a delegate at this load over the same at another one, block by block."""

    def measure(evidence: Evidence, customers: int) -> Estimate | str:
        before = evidence.load(since)
        if isinstance(before, str):
            return before
        if before == customers:
            return "one load alone shows no growth"
        here, there = evidence.at(delegate, customers), evidence.at(delegate, before)
        if here is None or there is None:
            return f"no valid trials with {delegate} at both loads"
        of_block = {trial.trial.block: trial.value(metric) for trial in there.trials}
        ratios = []
        for unit in here.units:
            pairs = [(trial.value(metric), of_block.get(trial.trial.block)) for trial in unit]
            ratios.append([one / other for one, other in pairs if one and other])
        return ratio_over(ratios) or f"no block has a {metric} of {delegate} at both loads"

    return measure


def of_trials(delegate: str, value: Callable[[TrialResult], float | None], what: str) -> Measure:
    """The mean of what the trials of a delegate show, which is never negative; `what` names it where none shows it."""

    def measure(evidence: Evidence, customers: int) -> Estimate | str:
        combination = evidence.at(delegate, customers)
        if combination is None:
            return f"no valid trial with {delegate} at {customers} customers"
        units = [[shown for trial in unit if (shown := value(trial)) is not None] for unit in combination.units]
        known = [fmean(of_unit) for of_unit in units if of_unit]
        if not known:
            return f"not measured: {what}"
        estimate = t_interval(known)
        return estimate if estimate.low is None else replace(estimate, low=max(estimate.low, 0.0))

    return measure


def cores_of(process: str) -> Callable[[TrialResult], float | None]:
    """The fraction of the machine's cores that a process used in the window."""

    def value(result: TrialResult) -> float | None:
        used_s, trial = result.value(f"cpu_process_{process}_s"), result.trial
        return None if used_s is None else used_s / (trial.window_s * trial.facts.machine.cores)

    return value


def time_in_old_collections(result: TrialResult) -> float | None:
    """The fraction of the window in which the old generation was collected, in pauses or beside the application."""
    pauses_s, beside_s = result.value("gc_old_s"), result.value("gc_concurrent_s")
    return None if pauses_s is None or beside_s is None else (pauses_s + beside_s) / result.trial.window_s


def longest_queue_but(queue: str) -> Callable[[TrialResult], float | None]:
    """The greatest of the mean lengths of all queues but one."""

    def value(result: TrialResult) -> float | None:
        left_out = {f"queue_{queue}_mean", "queue_longest_mean"}
        means = [name for name in result.metrics if name.startswith("queue_") and name.endswith("_mean")]
        return max((result.value(name) or 0.0 for name in means if name not in left_out), default=None)

    return value
