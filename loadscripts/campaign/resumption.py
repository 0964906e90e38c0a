"""What a campaign was begun with: it is resumed with the same, for its trials are compared with each other."""

from collections.abc import Iterable
from dataclasses import replace

from analysis.contract.experiment_document import BedOfExperiment, ExperimentDocument
from analysis.contract.machine_profile import machine_of
from analysis.contract.trial_document import TrialDocument
from deploy.host.jdk import Jdk
from deploy.specification.transactions import parse
from loadscripts.campaign.bed_pool import BedChoice
from loadscripts.planning.experiment import Experiment
from loadscripts.planning.trial import Trial
from loadscripts.probes.machine import Revision, machine_identity
from loadscripts.trial_errors import ResultsError


def bed_record(choice: BedChoice) -> BedOfExperiment:
    """What experiment.json says of the choice. A database's parameters, which may hold a password, are left out."""
    return BedOfExperiment(
        transactions=choice.transactions.label if choice.transactions else None, database=_address(choice.database_url)
    )


def resumed_choice(requested: BedChoice, recorded: BedOfExperiment | None) -> BedChoice:
    """The choice that the campaign was begun with. What wrote no such record leaves it to the command line.

    Raises:
        ResultsError: the command line requests another one, or lacks the database by URL.
    """
    if recorded is None:
        return requested
    now = bed_record(requested)
    label, address = now.transactions, now.database
    if label not in (None, recorded.transactions):
        raise ResultsError(
            f"these results were begun with {recorded.transactions or 'the default'} as transaction manager, "
            f"not with {label}: leave --transaction-manager, --log-store and --forced-writes out, or begin a new run"
        )
    if address != recorded.database:
        raise ResultsError(
            f"these results were begun on {recorded.database or 'the embedded PostgreSQL'}, "
            f"not on {address or 'the embedded PostgreSQL'}: "
            + ("give it with --database" if recorded.database else "leave --database out")
        )
    return replace(requested, transactions=parse(recorded.transactions) if recorded.transactions else None)


def begun_at(record: ExperimentDocument) -> Revision:
    """The version of Petlab that began a campaign."""
    return Revision(record.commit, record.dirty, record.changes)


def require_same_version(begun: Revision, now: Revision) -> None:
    """Raises ResultsError where another version of Petlab began the campaign, as far as both are known."""
    known = replace(now, changes=None) if begun.changes is None else now
    if None in (begun.commit, now.commit) or begun == known:
        return
    others = (begun.commit, begun.dirty) == (now.commit, now.dirty)
    there = "the same commit with other ones" if others else _describe(now)
    remedy = "restore those changes" if others else "check that commit out"
    raise ResultsError(
        f"these results were begun at commit {_describe(begun)}, and this is {there}: {remedy}, or give "
        "--other-version; the report then names both"
    )


def require_same_machine(conducted: Iterable[tuple[Trial, TrialDocument]], experiment: Experiment) -> None:
    """Raises ResultsError where a trial was conducted on another machine, or on another JDK of the same name, than it
    would be now.
    """
    here = machine_identity(None)
    for trial, facts in conducted:
        before = machine_of(facts)
        jdk = Jdk.named(experiment.jdk_home(trial.jdk)).version if before.jdk else None
        now = here.model_copy(update={"jdk": jdk})
        if before != now:
            raise ResultsError(
                f"trial {trial.id} of these results was conducted on {before.described()}, and this is "
                f"{now.described()}: use the same again, or give --other-version; the report then names both"
            )


def _address(url: str | None) -> str | None:
    return url.partition("?")[0] if url else None


def _describe(revision: Revision) -> str:
    return f"{(revision.commit or 'unknown')[:7]}{' with uncommitted changes' if revision.dirty else ''}"
