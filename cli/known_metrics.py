"""Whether an experiment asks for metrics that there are, and by order for those that orders have."""

import difflib

from analysis.metrics import GEOMETRIC_MEANS, METRICS, metric
from loadscripts.planning.experiment import Experiment
from loadscripts.trial_errors import ExperimentError


def require_metrics(experiment: Experiment) -> None:
    """Raises ExperimentError when it asks for a metric that no trial has, or for one that orders do not have although
    its levels are assigned by order alone: its report would come to nothing.
    """
    for name in (experiment.primary_metric, *experiment.secondary):
        try:
            metric(name)
        except KeyError:
            close = " or ".join(difflib.get_close_matches(name, METRICS, n=2))
            meant = f"did you mean {close}?" if close else "analysis/metrics.py lists them"
            raise ExperimentError(
                f"{experiment.name}: primary or secondary {name}: a metric was expected; {meant}"
            ) from None
        if experiment.units == ("order",) and name not in GEOMETRIC_MEANS:
            raise ExperimentError(
                f"{experiment.name}: primary or secondary {name}: by order one of {', '.join(GEOMETRIC_MEANS)} was "
                "expected; other metrics take another assignment"
            )
