"""When the past orders came: over four years, more each year, more at weekends and in December, few at night."""

from datetime import UTC, date, datetime, timedelta

import numpy as np

from deploy.generating.random_streams import CALENDAR, Ints, Share, stream
from deploy.specification.past import Past

DAYS = 4 * 365
_NS_PER_SECOND = 1_000_000_000
_S_PER_DAY = 86_400

#: Monday to Sunday.
_WEEK = (0.9, 0.85, 0.9, 0.95, 1.1, 1.3, 1.2)
#: January to December.
_SEASONS = (0.85, 0.9, 0.95, 1.0, 1.05, 0.95, 0.85, 0.85, 0.95, 1.0, 1.2, 1.45)
#: Midnight to eleven at night, in UTC.
_HOURS = (3, 2, 1, 1, 1, 2, 4, 7, 10, 12, 13, 14, 14, 13, 13, 13, 14, 16, 19, 22, 22, 18, 12, 6)
_GROWTH = 2.0
"""The last day has so many times the orders of the first."""


def until_ns(past: Past) -> int:
    """The instant before which all past orders came; wall clock nanoseconds since the epoch."""
    midnight = datetime.combine(date.fromisoformat(past.until), datetime.min.time(), UTC)
    return int(midnight.timestamp()) * _NS_PER_SECOND


def moments_ns(past: Past) -> Ints:
    """When each order came, the oldest first; wall clock nanoseconds since the epoch."""
    chance = stream(past, CALENDAR)
    days = Share.from_weights(_day_weights(past)).draw(chance, past.orders)
    hours = Share.from_weights(np.array(_HOURS, dtype=np.float64)).draw(chance, past.orders)
    within = chance.integers(0, 3600 * _NS_PER_SECOND, past.orders, dtype=np.int64)
    first_ns = until_ns(past) - DAYS * _S_PER_DAY * _NS_PER_SECOND
    return np.sort(first_ns + (days * 24 + hours) * 3600 * _NS_PER_SECOND + within)


def _day_weights(past: Past) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    last = date.fromisoformat(past.until)
    listed = [last - timedelta(days=DAYS - number) for number in range(DAYS)]
    shape = np.array([_WEEK[day.weekday()] * _SEASONS[day.month - 1] for day in listed])
    return np.asarray(shape * np.geomspace(1.0, _GROWTH, DAYS))
