"""A paper beside what was measured: its figures and its claims, for results folders that differ in one setting of the
bed, such as where the broker keeps its messages.

Results whose levels were assigned by window alone go with those of the same bed: claims about two delegates, but for
their throughput, are judged by them at the loads that they have, as each delegate had the machine to itself in the same
minutes. Results of steps that fail after they have sent go with those of the same message store.
"""

import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path

from analysis.analysis_errors import ResultsError
from analysis.comparing.claims import Claim, Judgement, judged, judged_by
from analysis.comparing.claims_table import read_table, with_campaign, write_table
from analysis.comparing.floor_shares import MESSAGE_STORE
from analysis.comparing.paper_figures import Figure, SequenceFigure
from analysis.comparing.pooled_claims import judged_by_all
from analysis.comparing.published_claims import WINDOW, PublishedEstimate
from analysis.comparing.studied_systems import studied_system
from analysis.contract.durable_files import replace_text
from analysis.contract.machine_profile import MachineProfile
from analysis.metrics import metric
from analysis.plotting.paper_plots import against_threads, sequence
from analysis.plotting.plots import Plot, Plotter
from analysis.presentation.formatting import heading, number, with_interval
from analysis.presentation.report_tables import KEY_METRICS, measured_metrics
from analysis.presentation.settings import machine_rows
from analysis.reporting.paper_results import Measured, PaperResults, read_measured
from analysis.reporting.published_campaigns import campaign_lines

PAGE, PICTURES = "paper-figures.md", "paper"
TABLE = "claims.csv"
"""In the folder of the pictures: what each campaign measured for the claims."""
#: What a customer meets, which holds back a customer who waits for it.
FRONT_END = ("http_per_s", "http_mean_ms", "order_post_mean_ms")
#: What is said of the circumstances; the rest is in the report of each folder.
CIRCUMSTANCES = ("machine", "system", "disk", "JVM options", "topology", "scenario", "capacity", "generator", "trial")


def write_paper_page(folders: Sequence[Path], into: Path, profile: MachineProfile | None = None) -> Path:
    """Writes paper-figures.md, its pictures, and what these results add to the table of all campaigns.

    Raises:
        ResultsError: of one of the folders no claim can be judged, two have the same setting, or the campaigns that
            were published there are of another design.
    """
    read = read_measured(folders, profile)
    measured = read.trials
    for alike in (measured, read.of_failures):
        _require_one_of_each(alike)
    figures = studied_system(measured[0].results.experiment.system).figures
    pictures = into / PICTURES
    table = _with_those_published(measured, pictures / TABLE)
    drawn = [(figure, plot_of(figure, measured)) for figure in figures]
    text = "\n".join(_lines(read, drawn, table)) + "\n"
    page = into / PAGE
    page.unlink(missing_ok=True)  # an older one is not to be read beside newer pictures, should this be interrupted
    pictures.mkdir(parents=True, exist_ok=True)
    for _, plot in drawn:
        plot.save_small(pictures)
    if table:
        write_table(pictures / TABLE, table)
    replace_text(page, text)
    return page


def _require_one_of_each(measured: Sequence[Measured]) -> None:
    """Raises ResultsError where two have the same setting."""
    labels = [each.label for each in measured]
    if len(set(labels)) < len(labels):
        raise ResultsError(
            f"two of the folders have {next(each for each in labels if labels.count(each) > 1)}: "
            f"results that differ in {MESSAGE_STORE} were expected, one folder of each"
        )


def _with_those_published(conducted: Sequence[Measured], file: Path) -> list[PublishedEstimate]:
    """What was published beside the page before, and what these results add.

    Raises:
        ResultsError: it is no such table, or one of another design.
    """
    table = read_table(file)
    rows = [row for each in conducted for row in each.published]
    designs = {(row.unit == WINDOW, row.design) for row in rows}
    if len(designs) > len({in_turns for in_turns, _ in designs}):
        return table  # those to come could not go with both
    for each in conducted:
        if each.campaign:
            table = with_campaign(table, each.campaign, each.store, each.published)
    return table


def plot_of(figure: Figure | SequenceFigure, measured: Sequence[Measured]) -> Plot:
    """The figure beside what each folder shows of it."""
    if isinstance(figure, SequenceFigure):
        return sequence(
            Plotter([figure.delegate]), figure, {each.label: each.send(figure.delegate) for each in measured}
        )
    return against_threads(Plotter(list(figure.delegates)), figure, {each.label: each.levels_df for each in measured})


def _lines(
    read: PaperResults,
    drawn: Iterable[tuple[Figure | SequenceFigure, Plot]],
    table: Sequence[PublishedEstimate],
) -> Iterable[str]:
    measured = read.trials
    yield "# The paper's figures and claims beside what was measured"
    yield ""
    system = studied_system(measured[0].results.experiment.system)
    yield f"The paper: {system.paper}. Made by `./petlab paper` from the results of these commands."
    for each in measured:
        yield from _circumstances(each, each.label)
    for each in read.by_window:
        yield from _circumstances(each, "delegates in turns, which tell more about a pair of them")
    for each in read.of_failures:
        yield from _circumstances(each, f"steps that fail after they have sent, {each.label}")
    yield from campaign_lines({each.store: each.label for each in measured}, table, f"{PICTURES}/{TABLE}")
    yield from ["", "## Claims", ""]
    cells = [_cells(each, table) for each in measured]
    yield _row(["claim", "the paper", *(each.label for each in measured)])
    yield _row(["---"] * (2 + len(measured)))
    for claim in measured[0].for_claims:
        found = [of_store.get(claim, "–") for of_store in cells]
        yield _row([f"{claim.claim} (`{claim.name}`)", claim.paper, *found])
    yield from ["", "## Figures", ""]
    for figure, plot in drawn:
        yield from [f"![{plot.title}: {plot.alt_text}]({PICTURES}/{plot.name}.png)", "", figure.sentence, ""]
    for each in measured:
        yield from [f"## All loads, {each.label}", ""]
        yield from _loads(each)
        yield ""


def _circumstances(each: Measured, label: str) -> Iterable[str]:
    experiment = each.results.experiment
    command = anywhere(experiment.command or experiment.name)
    yield from ["", f"- **{label}**: `{command}` at commit `{experiment.commit}`"]
    missing = sum(trial.status == "missing" for trial in each.findings.excluded_trials)
    excluded = len(each.findings.excluded_trials) - missing
    blocks = experiment.ended.blocks if experiment.ended else experiment.repetitions
    conducted = f"{len(each.results.valid)} valid trials in {blocks} blocks, {excluded} void or failed"
    conducted += f", {missing} not conducted" if missing else ""
    rows = [*machine_rows(each.results), ("trials", conducted)]
    wanted = [f"{name}: {text}" for name, text in rows if name in (*CIRCUMSTANCES, "trials")]
    yield f"  {'; '.join(wanted)}."


def anywhere(command: str) -> str:
    """A command without the folder of its results, which only its own machine has, nor what saved a question."""
    words = iter(shlex.split(command))
    kept = []
    for word in words:
        if word == "--results":
            next(words, None)
        elif not word.startswith("--results=") and word not in ("--yes", "-y"):
            kept.append(word)
    return shlex.join(kept)


def _cells(each: Measured, table: Sequence[PublishedEstimate]) -> dict[Claim, str]:
    """The verdict on each claim: of all campaigns, and of this one alone where they are several."""
    cells = {}
    for claim, found in each.for_claims.items():
        if isinstance(found, str):
            cells[claim] = _verdict(judged(claim, "cannot tell", found))
            continue
        own, by_all = judged_by(claim, found), judged_by_all(claim, each.published, found, table)
        cells[claim] = f"{_verdict(by_all)}; these results alone: {_value(own)}" if by_all else _verdict(own)
    return cells


def _verdict(claim: Judgement) -> str:
    return f"**{claim.verdict}**: {_value(claim)}; {claim.reason}"


def _value(claim: Judgement) -> str:
    fraction = claim.unit == "fraction"
    interval = "" if claim.low is None else f" ({number(claim.low, fraction)}–{number(claim.high, fraction)})"
    return number(claim.measured, fraction) + interval


def _loads(each: Measured) -> Iterable[str]:
    wanted = (*KEY_METRICS, *FRONT_END, "cpu_busy_fraction")
    names = measured_metrics(wanted, each.results)
    yield _row(["delegate", "customers", *map(heading, names)])
    yield _row(["---"] * (2 + len(names)))
    for combination in each.results.by_trial:
        estimates = [(combination.metrics.get(name), metric(name).unit == "fraction") for name in names]
        values = [with_interval(estimate, fraction) for estimate, fraction in estimates]
        yield _row([combination.variant, str(combination.customers), *values])


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
