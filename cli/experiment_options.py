"""The options that commands have which conduct experiments, or put beds up for them: each says the same everywhere."""

from pathlib import Path
from typing import Annotated

import typer

from cli.given_texts import given
from deploy.specification.delegate_choice import MAX_SEED

ExperimentName = Annotated[
    str, typer.Argument(metavar="[EXPERIMENT]", help="Name of a bundled experiment, or a TOML file.")
]
SeedOption = Annotated[int | None, typer.Option(min=0, max=MAX_SEED, help="Seed of the schedule and the customers.")]
RepetitionsOption = Annotated[int | None, typer.Option(min=1, help="Number of repetitions of each variant.")]
TellOption = Annotated[
    str | None,
    typer.Option(
        callback=given, metavar="PERCENT", help="Show what it takes to detect an effect of this size, such as 3%."
    ),
]
PilotOption = Annotated[
    Path | None,
    typer.Option(help="Earlier results to predict from. By default, --tell uses the newest of this experiment."),
]
AgainstOption = Annotated[
    str | None,
    typer.Option(
        callback=given,
        metavar="REVISION",
        help="Compare this checkout with another revision of it: HEAD~1, a tag, a branch.",
    ),
]
ResultsOption = Annotated[Path, typer.Option(help="Parent folder of the results folder.")]
PortBaseOption = Annotated[int, typer.Option(min=1024, max=65135, help="First of the 400 ports of the bed.")]
DatabaseOption = Annotated[
    str | None,
    typer.Option(callback=given, metavar="JDBC-URL", help="PostgreSQL or Oracle database instead of the embedded one."),
]
DryRunOption = Annotated[bool, typer.Option("--dry-run", help="Show the plan and conduct nothing.")]
LiveOption = Annotated[bool, typer.Option("--live", help="Serve a page on this machine that shows the run.")]
LivePortOption = Annotated[
    int | None, typer.Option(min=1, max=65535, help="Port of that page; implies --live. By default, a free one.")
]
YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation of a long run.")]
