"""The claims of the Pet Store paper (JMS against Web Services, 2004): what it says, and how that is compared.

Ranges are the paper's own where it gives one; "about 10 %" is read as 5 to 15 %, "within 1 %" as 0.99 to 1.01.
"""

from analysis.comparing.claims import Claim
from analysis.comparing.evidence import (
    JMS,
    JMS_TX,
    SOAP,
    left_behind,
    linearity,
    mean_of,
    ratio,
    soap_call_parts,
    within_trials,
)

JOURNAL_FIRST = (
    "The paper's broker delivered a message while it was still being stored. Artemis queues a persistent message only "
    "once its journal has it, and answers the sender at that same moment: here neither is ahead of the other by much"
)


PET_STORE_CLAIMS = (
    Claim(
        "PS-throughput-linear", "Throughput is linear up to 40 threads, SOAP and JMS less than 1 % apart",
        "throughput per customer as at the lightest load",
        0.97, 1.03, "moderate", linearity,
    ),
    Claim(
        "PS-throughput-apart", "Up to moderate load SOAP and JMS complete the same number of orders",
        "SOAP / JMS within 1 %",
        0.99, 1.01, "moderate", ratio("throughput_per_min", SOAP, JMS),
    ),
    Claim(
        "PS-throughput-peak", "Saturated, SOAP completes about 5 % fewer orders",
        "155 / 163 per minute = 0.95",
        0.92, 0.98, "saturated", ratio("throughput_per_min", SOAP, JMS),
    ),
    Claim(
        "PS-throughput-tx", "Original JMS completes as many orders as modified JMS",
        "within 1 % everywhere",
        0.99, 1.01, "heaviest", ratio("throughput_per_min", JMS_TX, JMS),
    ),
    Claim(
        "PS-cpu", "SOAP needs about 10 % more CPU at light to moderate load",
        "SOAP / JMS about 1.10",
        1.05, 1.15, "moderate", ratio("cpu_per_order_ms", SOAP, JMS),
    ),
    Claim(
        "PS-response-light", "SOAP responds slower at light load",
        "+50 ms on about 500 ms, 11 %; \"about 20 %\" in its conclusion",
        1.06, 1.25, "light", ratio("response_mean_ms", SOAP, JMS),
    ),
    Claim(
        "PS-response-moderate", "SOAP responds slower at moderate load",
        "up to +50 % at 40 threads, +25 % at 60",
        1.25, 1.50, "moderate", ratio("response_mean_ms", SOAP, JMS),
    ),
    Claim(
        "PS-response-saturated", "SOAP responds slower when saturated",
        "about +13 % at 80 threads",
        1.08, 1.25, "saturated", ratio("response_mean_ms", SOAP, JMS),
    ),
    Claim(
        "PS-response-tx", "Original JMS responds slower than modified JMS",
        "+25 ms on about 450 ms at light load",
        1.02, 1.30, "light", ratio("response_mean_ms", JMS_TX, JMS),
    ),
    Claim(
        "PS-latency-jms", "Modified JMS: the message arrives before the send has returned",
        "latency 2 to 4 ms, call time 11 to 100 ms",
        0.0, 0.99, "light", within_trials(JMS, "latency_mean_ms", "call_mean_ms"), note=JOURNAL_FIRST,
    ),
    Claim(
        "PS-calltime-jms", "Original JMS calls are short, because persisting waits for the commit",
        "2 to 3 ms against 11 ms at light load",
        0.0, 0.5, "light", ratio("call_mean_ms", JMS_TX, JMS),
    ),
    Claim(
        "PS-latency-soap", "SOAP's latency is a multiple of modified JMS's",
        "29 to 44 ms against 2 to 4 ms, unsaturated",
        7.0, 22.0, "light", ratio("latency_mean_ms", SOAP, JMS),
    ),
    Claim(
        "PS-calltime-soap", "SOAP's call time is its latency, the untransacted send and the reply",
        "call / (latency + send) about 1",
        0.8, 1.25, "light", soap_call_parts,
    ),
    Claim(
        "PS-gc-young", "SOAP spends more time in young collections",
        "+30 %",
        1.20, 1.40, "heaviest", ratio("gc_young_s", SOAP, JMS),
    ),
    Claim(
        "PS-gc-young-pause", "SOAP's young pauses are longer",
        "about 30 % longer",
        1.20, 1.40, "heaviest", ratio("gc_young_mean_ms", SOAP, JMS),
    ),
    Claim(
        "PS-gc-old", "SOAP spends more time in old collections",
        "+40 to 50 %",
        1.35, 1.55, "heaviest", ratio("gc_old_s", SOAP, JMS),
    ),
    Claim(
        "PS-gc-hit", "At light load one order in ten is affected by a GC pause",
        "1 in 10 at 15 threads",
        0.05, 0.20, "light", mean_of(JMS, "gc_affected_fraction"), "fraction",
    ),
    Claim(
        "PS-gc-hit-saturated", "Saturated, nearly every order is affected by a GC pause",
        "nearly all at 80 threads and more",
        0.90, 1.0, "saturated", mean_of(JMS, "gc_affected_fraction"), "fraction",
    ),
    Claim(
        "PS-queues", "Queues stay short, even under the heaviest load",
        "at most 2; the mailer's about 5",
        0.0, 5.0, "heaviest", mean_of(JMS, "queue_longest_mean"), "messages",
    ),
    Claim(
        "PS-atomicity", "An error after a successful call cannot be undone on the other side",
        "named, not measured: every step that fails after its call leaves a document behind",
        0.95, 1.05, "failing steps", left_behind(JMS, SOAP), "documents per failure",
    ),
)  # fmt: skip
