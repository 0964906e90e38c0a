"""The metrics of the simulated store: what its applications would have counted of the present trial until now."""

from collections.abc import Iterable, Iterator, Sequence

from loadscripts.simulation.simulated_order import SimulatedOrder

BOUNDS_S = (0.01, 0.016, 0.025, 0.04, 0.063, 0.1, 0.16, 0.25, 0.4, 0.63, 1.0)


def text(orders: Iterable[SimulatedOrder], now_ns: int, sources: Sequence[str]) -> str:
    """As OpenMetrics text. Each trial begins at zero, as a server that was started again does."""
    known = list(orders)
    lines: list[str] = []
    if "steps" in sources:
        placed = sum(order.received_ns <= now_ns for order in known)
        lines += ["# TYPE petlab_steps counter"]
        lines += [f'petlab_steps_total{{outcome="committed",step="checkout"}} {placed}.0']
    if "responses" in sources:
        lines += _responses([order.response_ns / 1e9 for order in known if not order.is_open(now_ns)])
    return "\n".join([*lines, "# EOF", ""])


def _responses(times_s: Sequence[float]) -> Iterator[str]:
    yield "# TYPE petlab_completion_mails counter"
    yield f"petlab_completion_mails_total {len(times_s)}.0"
    yield "# TYPE petlab_response_time_seconds histogram"
    for bound_s in BOUNDS_S:
        yield f'petlab_response_time_seconds_bucket{{le="{bound_s}"}} {sum(time_s <= bound_s for time_s in times_s)}'
    yield f'petlab_response_time_seconds_bucket{{le="+Inf"}} {len(times_s)}'
    yield f"petlab_response_time_seconds_count {len(times_s)}"
    yield f"petlab_response_time_seconds_sum {sum(times_s)}"
