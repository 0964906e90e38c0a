"""The claims of the Pet Store paper: what it says, and how that is compared.

Each names the section whose sentence gives its range. "About 10 %" is read as 5 to 15 %, "less than 1 %" as 0.99 to
1.01, "up to 50 %" as 25 to 50 %, a single time as ± 10 %. Times of 2003 are compared by their ratios alone: modified
JMS responds in 450 ms at 15 threads (500 less 50), in 800 at 40 (where SOAP takes 400 more, half as much again) and in
1480 at 60 (of which SOAP's 1850 are a quarter more). Beyond light load its times are those of a machine that one
delegate had to itself: what SOAP takes of the processors "leaves less CPU time for other tasks" (4.2).
"""

from analysis.comparing.claim_measures import (
    cores_of,
    growth,
    left_behind,
    linearity,
    longest_queue_but,
    mean_of,
    of_trials,
    peak,
    ratio_of_trials,
    soap_call_parts,
    time_in_old_collections,
    within_trials,
)
from analysis.comparing.claims import Claim, lengths_of, times_of
from analysis.comparing.delegate_ratios import ratio, ratio_alone, ratio_by_trial
from analysis.comparing.evidence import JMS, JMS_TX, SOAP

PET_STORE_PAPER = (
    "Kai S. Juse, Samuel Kounev, Alejandro Buchmann: PetStore-WS: Measuring the Performance Implications of Web "
    "Services. CMG 2003, pages 113 to 123"
)

JOURNAL_FIRST = (
    "The paper's broker delivered a message while it was still being stored. Artemis queues a persistent message only "
    "once its journal has it, and answers the sender at that same moment: here neither is far ahead of the other"
)

PET_STORE_CLAIMS = (
    Claim(
        "PS-throughput-linear", "Throughput is linear up to 40 threads",
        "4.1: both scale linearly; read as throughput per customer within 3 % of that at the lightest load",
        0.97, 1.03, "moderate", linearity,
    ),
    Claim(
        "PS-throughput-apart", "Up to moderate load SOAP and JMS complete the same number of orders",
        "4.1: differences below 1 %",
        0.99, 1.01, "moderate", ratio_by_trial("throughput_per_min", SOAP, JMS),
    ),
    Claim(
        "PS-throughput-peak", "At its peak SOAP completes about 5 % fewer orders",
        "4.1: 155 against 163 orders a minute, about 5 % lower; each at the load where it completes most",
        0.925, 0.975, "saturated", peak(SOAP, JMS),
    ),
    Claim(
        "PS-throughput-tx", "Original JMS completes as many orders as modified JMS",
        "4.1: less than 1 % deviation over the full load range",
        0.99, 1.01, "heaviest", ratio_by_trial("throughput_per_min", JMS_TX, JMS),
    ),
    Claim(
        "PS-cpu", "SOAP needs about 10 % more CPU at light to moderate load",
        "4.1: about 10 % higher demand for CPU time; here of the whole bed, then without database and mail",
        1.05, 1.15, "moderate", ratio("cpu_per_order_ms", SOAP, JMS),
    ),
    Claim(
        "PS-cpu-client", "The customers' machine is hardly busy",
        "4: below 10 % of its CPU over all loads; here of all cores, which the servers share",
        0.0, 0.10, "heaviest", of_trials(JMS, cores_of("siege"), "CPU of siege"), "fraction",
    ),
    Claim(
        "PS-cpu-database", "The database is not what limits the store",
        "4: below 35 % of its machine's CPU over all loads; here of all cores, which the servers share",
        0.0, 0.35, "heaviest", of_trials(JMS, cores_of("postgresql"), "CPU of postgresql"), "fraction",
    ),
    Claim(
        "PS-response-light", "SOAP responds slower at light load",
        "4.2: 50 ms (11 %) at about 500 ms; 5: about 20 %",
        1.06, 1.25, "light", ratio("response_mean_ms", SOAP, JMS), untold=times_of(SOAP, JMS),
    ),
    Claim(
        "PS-response-moderate", "SOAP responds slower at moderate load",
        "4.2: up to 50 % at 40 threads, 25 % at 60",
        1.25, 1.50, "moderate", ratio_alone("response_mean_ms", SOAP, JMS), untold=times_of(SOAP, JMS),
    ),
    Claim(
        "PS-response-saturated", "SOAP responds slower when saturated",
        "4.2: about 13 % at 80 threads; 5: about 20 % under extreme load",
        1.08, 1.25, "saturated", ratio_alone("response_mean_ms", SOAP, JMS), untold=times_of(SOAP, JMS),
    ),
    Claim(
        "PS-response-tx", "Original JMS responds a little slower than modified JMS at light load",
        "4.2: 25 ms more, of 450: about 5.6 %",
        1.028, 1.084, "light", ratio("response_mean_ms", JMS_TX, JMS), untold=times_of(JMS_TX, JMS),
    ),
    Claim(
        "PS-response-tx-moderate", "Beyond light load original JMS responds much more slowly",
        "4.2: about 200 to 250 ms higher: of 800 ms at 40 threads",
        1.25, 1.31, "moderate", ratio_alone("response_mean_ms", JMS_TX, JMS), untold=times_of(JMS_TX, JMS),
    ),
    Claim(
        "PS-latency-jms", "Modified JMS: the message arrives long before the send has returned",
        "4.3: a latency of 2 to 4 ms, a call of 11 ms under light load",
        0.18, 0.36, "light", within_trials(JMS, "latency_mean_ms", "call_mean_ms"), note=JOURNAL_FIRST,
        untold=times_of(JMS),
    ),
    Claim(
        "PS-latency-jms-flat", "Modified JMS keeps its latency under load",
        "4.3: 2 to 4 ms over the whole load spectrum",
        0.5, 2.0, "saturated", growth(JMS, "latency_mean_ms"), untold=times_of(JMS),
    ),
    Claim(
        "PS-calltime-jms", "Original JMS calls are short, because persisting waits for the commit",
        "4.3: 2 to 3 ms, against 11 ms under light load",
        0.18, 0.27, "light", ratio("call_mean_ms", JMS_TX, JMS),
    ),
    Claim(
        "PS-calltime-jms-growth", "Modified JMS calls take nine times as long under high load",
        "4.3: from 11 ms to values around 100",
        8.2, 10.0, "saturated", growth(JMS, "call_mean_ms"),
    ),
    Claim(
        "PS-calltime-tx-flat", "Original JMS calls stay short under load",
        "4.3: 2 to 3 ms throughout the full load range",
        0.67, 1.5, "saturated", growth(JMS_TX, "call_mean_ms"),
    ),
    Claim(
        "PS-latency-soap", "SOAP's latency is a multiple of modified JMS's",
        "4.3: 29 ms at 15 threads, against 2 to 4",
        7.2, 14.5, "light", ratio("latency_mean_ms", SOAP, JMS), untold=times_of(SOAP, JMS),
    ),
    Claim(
        "PS-latency-soap-moderate", "At moderate load SOAP's latency is a greater multiple",
        "4.3: 44 ms at 40 threads, against 2 to 4",
        11.0, 22.0, "moderate", ratio_alone("latency_mean_ms", SOAP, JMS), untold=times_of(SOAP, JMS),
    ),
    Claim(
        "PS-latency-soap-saturated", "Saturated, SOAP's latency is a greater multiple still",
        "4.3: 67 to 78 ms, against 2 to 4",
        16.7, 39.0, "saturated", ratio_alone("latency_mean_ms", SOAP, JMS), untold=times_of(SOAP, JMS),
    ),
    Claim(
        "PS-calltime-soap", "SOAP's call time is its latency, the untransacted send and the reply",
        "4.3: three components; read as call / (latency + send) of about 1",
        0.8, 1.25, "light", soap_call_parts, untold=times_of(lowering=SOAP),
    ),
    Claim(
        "PS-gc-young", "SOAP spends more time in young collections",
        "4.4: 30 % more; at a load whose orders both complete, as the paper's did at every one",
        1.20, 1.40, "moderate", ratio("gc_young_s", SOAP, JMS),
    ),
    Claim(
        "PS-gc-young-pause", "SOAP's young pauses are longer",
        "4.4: about 30 % longer",
        1.20, 1.40, "moderate", ratio("gc_young_mean_ms", SOAP, JMS),
    ),
    Claim(
        "PS-gc-old", "SOAP spends more time in old collections",
        "4.4: 40 to 50 % more",
        1.35, 1.55, "heaviest", ratio_of_trials(time_in_old_collections, SOAP, JMS, "time of old collections"),
    ),
    Claim(
        "PS-gc-old-time-jms", "Modified JMS spends some of its run time in old collections",
        "4.4: up to 5 %, mostly beside the application",
        0.025, 0.05, "heaviest", of_trials(JMS, time_in_old_collections, "time of old collections"), "fraction",
    ),
    Claim(
        "PS-gc-old-time-soap", "SOAP spends more of its run time in old collections",
        "4.4: up to 8.5 %, mostly beside the application",
        0.0425, 0.085, "heaviest", of_trials(SOAP, time_in_old_collections, "time of old collections"), "fraction",
    ),
    Claim(
        "PS-gc-hit", "At light load one order in ten is affected by a GC pause",
        "4.4: about every tenth",
        0.05, 0.20, "light", mean_of(JMS, "gc_affected_fraction"), "fraction", untold=times_of(JMS),
    ),
    Claim(
        "PS-gc-hit-moderate", "At moderate load a third of the orders are affected by a GC pause",
        "4.4: a third at 40 to 60 threads",
        0.25, 0.42, "moderate", mean_of(JMS, "gc_affected_fraction"), "fraction", untold=times_of(JMS),
    ),
    Claim(
        "PS-gc-hit-saturated", "Saturated, nearly every order is affected by a GC pause",
        "4.4: almost every order at 80 threads and more",
        0.90, 1.0, "saturated", mean_of(JMS, "gc_affected_fraction"), "fraction", untold=times_of(JMS),
    ),
    Claim(
        "PS-gc-wait-moderate", "At moderate load an affected order waits hardly longer for collections",
        "4.4: 40 ms, against 35 under light load",
        1.03, 1.26, "moderate", growth(JMS, "gc_affected_mean_ms"), untold=times_of(JMS),
    ),
    Claim(
        "PS-gc-wait-saturated", "Saturated, an affected order waits more than twice as long for collections",
        "4.4: about 80 ms, against 35 under light load",
        2.06, 2.52, "saturated", growth(JMS, "gc_affected_mean_ms"), untold=times_of(JMS),
    ),
    Claim(
        "PS-queues", "Queues stay short, even under the heaviest load",
        "4.2: at most 2 messages, but for the mailer's",
        0.0, 2.0, "heaviest", of_trials(JMS, longest_queue_but("MailQueue"), "lengths of queues"), "messages",
        untold=lengths_of(JMS),
    ),
    Claim(
        "PS-queue-mail", "The mailer's queue is the longest, because an order has three mails",
        "4.2: 5 messages; read as more than the others' 2, and at most 5",
        2.0, 5.5, "heaviest", mean_of(JMS, "queue_MailQueue_mean"), "messages", untold=lengths_of(JMS),
    ),
    Claim(
        "PS-atomicity", "An error after a successful call cannot be undone on the other side",
        "2.4: named, not measured: every step that fails after its call leaves a document behind",
        0.95, 1.05, "failing steps", left_behind(JMS, SOAP), "documents per failure",
    ),
)  # fmt: skip
