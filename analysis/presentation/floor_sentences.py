"""What share of the floor that binds a variant reaches, in words."""

from analysis.comparing.floor_shares import FloorShare
from analysis.presentation.formatting import number, with_interval


def floor_share_sentence(found: FloorShare) -> str:
    """`at most 52.0 orders/s, 61 % of the floor that binds: XA steps, 85.0 (80.0–90.0) orders/s (./petlab floors …)`"""
    record = found.record
    commit = f", commit {record.commit[:7]}" if record.commit else ""
    return (
        f"at most {number(found.orders_per_s)} orders/s, {number(found.share, fraction=True)} of the floor that binds: "
        f"{found.floor.title}, {with_interval(found.floor.orders_per_s)} orders/s "
        f"(./petlab floors of {record.made}{commit})."
    )
