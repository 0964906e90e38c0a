"""The figures of the Pet Store paper, and what its text says of their curves.

Of most curves the text gives a few values only: those are here, each with the range that its words give. Where it tells
two curves by their difference alone, the second one's values are the first one's with that difference: modified JMS
responds in 450 ms at 15 threads (500 less 50), in 800 at 40 (where SOAP's 400 more are half as much again), in 1480 at
60 (of which SOAP's 1850 are a quarter more).
"""

from analysis.comparing.evidence import JMS, JMS_TX, SOAP
from analysis.comparing.paper_figures import Figure, SequenceFigure, Stated

LIGHTEST, HEAVIEST = 15, 100
_CALL_OF_JMS = (Stated(JMS, 15, 15, 11, 11), Stated(JMS, 80, HEAVIEST, 95, 105))
_LATENCY_OF_JMS = Stated(JMS, LIGHTEST, HEAVIEST, 2, 4)

PET_STORE_FIGURES: tuple[Figure | SequenceFigure, ...] = (
    Figure(
        6, "Throughput", "throughput_per_min", (JMS, SOAP),
        (Stated(JMS, 80, 80, 163, 163), Stated(SOAP, 80, 80, 155, 155)),
        "Linear up to 40 threads and less than 1 % apart; JMS saturates at 80 threads, SOAP close to 70.",
    ),
    Figure(
        7, "Response time, SOAP", "response_mean_ms", (JMS, SOAP),
        (
            Stated(JMS, 15, 15, 450, 450), Stated(SOAP, 15, 15, 500, 500),
            Stated(JMS, 40, 40, 800, 800), Stated(SOAP, 40, 40, 1200, 1200),
            Stated(JMS, 60, 60, 1450, 1480), Stated(SOAP, 60, 60, 1850, 1850),
        ),
        "SOAP: 11 % more at 15 threads, up to 50 % at 40, 25 % at 60, about 13 % at 80. It does not grow without "
        "limit: a slower front end holds the customers back.",
    ),
    Figure(
        8, "Response time, original JMS", "response_mean_ms", (JMS, JMS_TX),
        (
            Stated(JMS, 15, 15, 450, 450), Stated(JMS_TX, 15, 15, 475, 475),
            Stated(JMS, 40, 40, 800, 800), Stated(JMS_TX, 40, 40, 1000, 1050),
            Stated(JMS, 60, 60, 1450, 1480), Stated(JMS_TX, 60, 60, 1650, 1730),
        ),
        "Original JMS: 25 ms more under light load, 200 to 250 ms more beyond.",
    ),
    Figure(
        9, "Call time, original JMS", "call_mean_ms", (JMS, JMS_TX),
        (*_CALL_OF_JMS, Stated(JMS_TX, LIGHTEST, HEAVIEST, 2, 3)),
        "Modified JMS waits for persistence, original JMS leaves it to the commit.",
    ),
    SequenceFigure(
        10, "A send by modified JMS", JMS, (11, 11), (2, 4),
        "The document arrives before the send has returned: persisting it goes on meanwhile.",
    ),
    Figure(
        11, "Latency, original JMS", "latency_mean_ms", (JMS, JMS_TX), (_LATENCY_OF_JMS,),
        "Original JMS: longer by persisting the message and by committing all else that the step has done.",
    ),
    SequenceFigure(
        12, "A send by original JMS", JMS_TX, (2, 3), None,
        "The document is handed over by the commit, after the send has returned.",
    ),
    Figure(
        13, "Call time, SOAP", "call_mean_ms", (JMS, SOAP), _CALL_OF_JMS,
        "SOAP: 27 to 74 ms to the endpoint, the send there (as long as that of modified JMS), and the reply.",
    ),
    Figure(
        14, "Latency, SOAP", "latency_mean_ms", (JMS, SOAP),
        (
            _LATENCY_OF_JMS, Stated(SOAP, 15, 15, 29, 29), Stated(SOAP, 40, 40, 44, 44),
            Stated(SOAP, 60, HEAVIEST, 67, 78),
        ),
        "SOAP: 29 ms at 15 threads, 44 at 40, 67 to 78 when saturated.",
    ),
    Figure(
        15, "Collections of the young generation", "gc_young_s", (JMS, SOAP), (),
        "SOAP: 30 % more time, pauses about 30 % longer.",
    ),
    Figure(
        15, "Collections of the old generation, pauses", "gc_old_s", (JMS, SOAP), (),
        "SOAP: 40 to 50 % more time in collections of the old generation, most of it beside the application.",
    ),
    Figure(
        15, "Collections of the old generation, beside the application", "gc_concurrent_s", (JMS, SOAP), (),
        "Up to 5 % of the run by modified JMS, up to 8.5 % by SOAP, pauses included.",
    ),
)  # fmt: skip
