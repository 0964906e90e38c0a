"""`summary.json`: every metric of a report with unit, n and interval, as `shared-schemas/records/summary.schema.json`
says.
"""

import json
import math
from dataclasses import asdict
from pathlib import Path
from typing import Any

from analysis.comparing.fault_statistics import FaultRow
from analysis.comparing.looks import looks_of
from analysis.comparing.results import Results
from analysis.contract import schemas
from analysis.contract.record_versions import VERSIONS
from analysis.metrics import metric
from analysis.reporting.findings import Findings
from analysis.statistics.intervals import CONFIDENCE, Estimate


def valid_summary(results: Results, findings: Findings, path: Path) -> str:
    """The text of the summary that is to be written there; RecordError where it is not as its schema says."""
    summary = summary_of(results, findings)
    schemas.check_json(summary, "summary", path)
    return json.dumps(summary, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def summary_of(results: Results, findings: Findings) -> dict[str, Any]:
    experiment, facts = results.experiment, results.trials[0].trial.facts
    return {
        "schema_version": VERSIONS["summary"][-1],
        "experiment": {
            **experiment.model_dump(include={"name", "question", "baseline", "repetitions", "seed"}),
            "factors": results.design.factors,
            "commit": experiment.commit or facts.commit,
            "command": experiment.command,
        },
        "confidence": CONFIDENCE,
        "margin": experiment.margin,
        "primary": results.primary,
        "looks": looks_row(results),
        "trials": [
            {
                "id": result.trial.id,
                "block": result.trial.block,
                "levels": result.trial.levels,
                "status": result.status,
                "reasons": list(result.reasons),
                "audit": result.audit.counts() if result.audit else None,
                "metrics": metrics(result.metrics),
            }
            for result in results.trials
        ],
        "combinations": [
            {"levels": c.levels, "trials": len(c.trials), "metrics": metrics(c.metrics)} for c in results.combinations
        ],
        "comparisons": [
            {key: finite(value) for key, value in comparison.row().items()} for comparison in findings.comparisons
        ],
        "interference": [vars(check) for check in findings.assignments.checks],
        "capacity": findings.capacity.rows(),
        "scalability": findings.scalability.rows(),
        "faults": [fault_row(row) for row in findings.faults.lines],
        "transactions": [
            {"requested": requested, "driven_by": drivers} for requested, drivers in findings.transactions.drivers
        ],
        "claims": [{key: finite(value) for key, value in vars(claim).items()} for claim in findings.claims],
        "machine": facts.machine.model_dump(),
        "profile": findings.profile,
        "excluded_trials": [
            {**vars(excluded), "reasons": list(excluded.reasons)} for excluded in findings.excluded_trials
        ],
    }


def looks_row(results: Results) -> dict[str, Any] | None:
    """Of an experiment that has several."""
    looks, ended = looks_of(results), results.experiment.ended
    if not looks.several:
        return None
    return {
        "after_blocks": list(looks.after),
        "look": looks.number,
        "level": looks.level,
        "ended_early": ended is not None,
    }


def metrics(estimates: dict[str, Estimate]) -> dict[str, Any]:
    return {
        name: {"unit": metric(name).unit, **{key: finite(value) for key, value in vars(e).items()}}
        for name, e in estimates.items()
    }


def fault_row(row: FaultRow) -> dict[str, Any]:
    """As the tables of faults have it; the total has no levels."""
    values = {key: value for key, value in asdict(row).items() if key not in ("counts", "untold")}
    bounds = {name: getattr(row, name) for name in ("loss_bound", "order_loss_bound", "harm_bound")}
    return {**values, **row.counts, **bounds}


def finite(value: Any) -> Any:
    """JSON knows no infinity."""
    return None if isinstance(value, float) and not math.isfinite(value) else value
