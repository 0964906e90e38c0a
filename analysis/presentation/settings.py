"""Under what circumstances the trials were conducted, and how to have them again."""

import itertools
from collections.abc import Callable

from analysis.comparing.design import TRANSITION
from analysis.comparing.results import Results
from analysis.contract.experiment_document import ExperimentDocument
from analysis.contract.trial_document import MachineOfTrial, ScenarioOfTrial
from analysis.counting import quantity
from analysis.presentation.checkout_sentences import checkout_rows, not_compared
from analysis.presentation.formatting import number
from analysis.reading.trial_facts import JDK
from analysis.trials.trial_analysis import TrialResult

Rows = list[tuple[str, str]]


def machine_rows(results: Results) -> Rows:
    """Machine, versions and settings, as the first trial tells them that had a bed."""
    facts = (with_bed(results) or results.trials)[0].trial.facts
    machine, scenario, generator = facts.machine, facts.scenario, facts.generator
    return [
        ("machine", f"{machine.cpu_model}, {machine.cores} cores, {machine.memory_bytes / 2**30:.1f} GiB"),
        ("system", f"{machine.os}, kernel {machine.kernel}"),
        ("disk", disk(machine)),
        ("versions", ", ".join(f"{name} {version}" for name, version in facts.versions.items() if version)),
        ("JVM options", jvm_options(results)),
        *least_heap_rows(results.experiment),
        ("topology", str(facts.topology)),
        (
            "scenario",
            f"{scenario.name}: {scenario.requests} requests per pass, think time {think_time(scenario)}",
        ),
        *capacity_rows(results.experiment),
        ("generator", f"{generator.name} {generator.version}"),
        ("trial", f"{number(facts.warmup_s)} s warm-up, {number(facts.measure_s)} s measured, then drained"),
        ("delegates", delegates(results)),
        *assignment_rows(results),
        *beds_rows(results),
        ("password hash", password_hash(facts.settings)),
        *past_rows(results),
    ]


def with_bed(results: Results) -> list[TrialResult]:
    """The trials but those for which no bed could be put up, which have no launch; older ones had none recorded."""
    return [result for result in results.trials if result.trial.launch or result.trial.complete]


def jvm_options(results: Results) -> str:
    """What the servers' JVMs were told, where all were told the same."""
    told = {tuple(result.trial.facts.jvm_options) for result in results.trials}
    return "as compared" if len(told) > 1 else " ".join(*told) or "those of the bed"


def capacity_rows(experiment: ExperimentDocument) -> Rows:
    """What loads in per cent are of, and what think times were matched to."""
    capacity_per_s = experiment.capacity_per_s
    return [] if capacity_per_s is None else [("capacity", f"100 % is {number(capacity_per_s)} orders/s")]


def least_heap_rows(experiment: ExperimentDocument) -> Rows:
    """What multiples of the least heap are of, where there are some; of older results the size alone is known."""
    found = experiment.least_heap
    if found is None:
        size_mb = (experiment.as_read or {}).get("least_heap_mb")
        return [("least heap", f"1x is {size_mb} MiB; when it was found is not known")] if size_mb else []
    told = f"1x is {found.mb} MiB, found {found.made or 'at a time that is not known'}"
    if found.commit is None:
        return [("least heap", f"{told}, at a commit that is not known")]
    told += f" at commit {found.commit[:7]}{' with uncommitted changes' if found.dirty else ''}"
    moved = experiment.commit is not None and experiment.commit != found.commit
    return [("least heap", f"{told}, which is not that of this experiment" if moved else told)]


def assignment_rows(results: Results) -> Rows:
    """How levels were assigned within trials, where they were."""
    assigned = dict.fromkeys(r.trial.assignment for r in results.trials if r.trial.assignment)
    return [
        (
            "assignment",
            f"{facts.factor} by {facts.unit}, seed {facts.seed}: {', '.join(facts.levels)}"
            + (f"; windows of {facts.window_s:g} s" if facts.window_s else "")
            + (f", {facts.washout_s:g} s of wash-out" if facts.washout_s else ""),
        )
        for facts in assigned
    ]


def beds_rows(results: Results) -> Rows:
    """How often the servers were launched, where there is something to say."""
    launches = len({result.launch for result in with_bed(results)})
    if not results.experiment.side_by_side:
        return [("beds", f"one after the other, {launches} launches of the servers")] if launches > 1 else []
    how = "trials ran in pairs at the same time" if results.experiment.duet else "the trials took turns"
    return [("beds", f"side by side, {quantity(launches, 'launch')} of servers that were warmed up; {how}")]


def past_rows(results: Results) -> Rows:
    """What stores that were not empty held; the largest, where that was compared."""
    pasts = [past for result in results.trials if (past := result.trial.facts.past)]
    if not pasts:
        return []
    most = max(pasts, key=lambda past: past.orders)
    held = f"{most.orders:,} past orders, {most.customers:,} customers, {most.products:,} products"
    return [("past", f"{held}; seed {most.seed}, until {most.until}")]


def disk(machine: MachineOfTrial) -> str:
    name, forced_ms = machine.disk or "not known", machine.fsync_ms
    return name if forced_ms is None else f"{name}, a forced write of 4 KiB takes {number(forced_ms)} ms"


def think_time(scenario: ScenarioOfTrial) -> str:
    if scenario.think_method == "none":
        return "none"
    return f"{scenario.think_min_s:g} to {scenario.think_max_s:g} s ({scenario.think_method})"


def password_hash(settings: dict[str, str]) -> str:
    """What a sign-on costs, as it is a part of the load."""
    cost = settings.get("password.cost")
    return f"Argon2id, {cost}" if cost else "not recorded"


def delegates(results: Results) -> str:
    """Which delegate each transition had; those that were compared are named together."""
    used: dict[str, list[str]] = {}
    taken_turns = {t for r in results.trials if r.trial.assignment for t in r.trial.assignment.transitions}
    for result in results.trials:
        for transition, delegate in result.trial.facts.delegates.items():
            used.setdefault(transition, []).append(delegate)
    switched = [transition for transition, found in used.items() if len(set(found)) > 1 or transition in taken_turns]
    fixed = [f"{transition} always {found[0]}" for transition, found in used.items() if transition not in switched]
    compared = [f"{' and '.join(switched)} as compared"] if switched and TRANSITION in results.design.compared else []
    return "; ".join([*compared, *fixed])


def reproduce_rows(results: Results) -> Rows:
    experiment, facts = results.experiment, results.trials[0].trial.facts
    commit = experiment.commit or facts.commit or "not known"
    return [
        ("command", experiment.command or f"./petlab run loadscripts/experiments/{experiment.name}.toml"),
        ("commit", commit + (" with uncommitted changes" if facts.dirty else "")),
        *checkout_rows(results),
        ("seed", str(experiment.seed)),
        ("repetitions", str(experiment.repetitions)),
        ("regenerate or verify this report", "./petlab report FOLDER, ./petlab verify FOLDER: where this page lies"),
    ]


def circumstances(results: Results) -> Rows:
    """What a reader should know of the conditions before trusting the metrics."""
    facts = [result.trial.facts for result in results.trials]
    conditions = [
        (
            any(fact.scenario.think_method == "whole-seconds" for fact in facts),
            ("think time", "whole seconds only: the shim that gives Siege uniform think times could not be built"),
        ),
        (
            len(set(map(machine_told, results.trials))) > 1,
            ("machine", f"not all trials were conducted on the same machine: {by_trial(results, machine_told)}"),
        ),
        (
            len(set(map(commit_told, results.trials))) > 1,
            ("versions", f"the trials were conducted at {by_trial(results, commit_told)}"),
        ),
        (
            bool(results.experiment.extended),
            (
                "repetitions",
                f"{' and '.join(map(str, results.experiment.extended))} at first, {results.experiment.repetitions} in "
                f"the end{levels_of_further(results.experiment)}: whoever adds some after seeing a report finds a "
                "difference by chance more often than 5 times in 100",
            ),
        ),
        (any(fact.dirty for fact in facts), ("commit", "the working tree held changes that were not committed")),
    ]
    return [row for holds, row in conditions if holds] + version_rows(results) + not_compared(results)


def levels_of_further(experiment: ExperimentDocument) -> str:
    """Which levels the repetitions that were added have, where they have not all; else nothing."""
    if not experiment.extended:
        return ""
    further = [trial.levels for trial in experiment.schedule if trial.block > experiment.extended[0]]
    held = {
        factor: [str(level) for level in levels if level in {trial[factor] for trial in further if factor in trial}]
        for factor, levels in experiment.factors.items()
    }
    partial = [
        f"{factor} {', '.join(levels)}"
        for factor, levels in held.items()
        if 0 < len(levels) < len(experiment.factors[factor])
    ]
    return f" (the added ones with {' and '.join(partial)} alone)" if partial else ""


def version_rows(results: Results) -> Rows:
    """What of the bed was not of the same version in all trials that were to have the same JDK."""
    found: dict[tuple[str, str], set[str | None]] = {}
    for result in results.trials:
        for name, version in result.trial.facts.versions.items():
            found.setdefault((name, str(result.trial.levels.get(JDK))), set()).add(version)
    changed = dict.fromkeys(name for (name, _), versions in found.items() if len(versions) > 1)
    return [
        ("versions", f"not all trials had the same version: {by_trial(results, version_told(name))}")
        for name in changed
    ]


def machine_told(result: TrialResult) -> str:
    machine = result.trial.facts.machine
    memory = f"{machine.memory_bytes / 2**30:.1f} GiB"
    return f"{machine.cpu_model}, {machine.cores} cores, {memory}, kernel {machine.kernel}"


def commit_told(result: TrialResult) -> str:
    facts = result.trial.facts
    changes = f" with the uncommitted changes {facts.changes[:7]}" if facts.changes else ""
    return f"commit {str(facts.commit)[:7]}{changes}"


def version_told(name: str) -> Callable[[TrialResult], str]:
    return lambda result: f"{name} {result.trial.facts.versions.get(name, 'not known')}"


def by_trial(results: Results, told: Callable[[TrialResult], str]) -> str:
    """What is told of the trials, each with its trials: `commit 0123456 (001 to 004); commit 89abcde (005)`."""
    found: dict[str, list[str]] = {}
    for what, of_what in itertools.groupby(results.trials, key=told):
        ids = [result.trial.id for result in of_what]
        found.setdefault(what, []).append(ids[0] if len(ids) == 1 else f"{ids[0]} to {ids[-1]}")
    return "; ".join(f"{what} ({', '.join(spans)})" for what, spans in found.items())
