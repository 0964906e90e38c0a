"""Defects of the analysis of a trial: events, collections, what the machine did, the audit, and validity."""

from cli.selfcheck.damage import Defect

_OPEN_LOAD = (
    Defect(
        "requests timed from when they were sent", "events", "analysis.trials.open_load:response_ms",
        'due_df["intended_ns"]', 'due_df["sent_ns"]', ("requests from when they were due",),
    ),
    Defect(
        "orders timed from when they were sent", "events", "analysis.trials.open_load:order_due_ms",
        'joined_df["intended_ns"]', 'joined_df["sent_ns"]', ("orders from when they were due",),
    ),
    Defect(
        "lateness of answers, not of requests", "events", "analysis.trials.open_load:lateness_metrics",
        'due_df["sent_ns"] - ', 'due_df["end_ns"] - ', ("open load as offered",),
    ),
    Defect(
        "a queue that grows taken for one that is served", "audit", "analysis.trials.open_load:_falls_behind",
        "done < KEPT_UP_FRACTION * of and", "False and", ("overload", "capacity"),
    ),
    Defect(
        "response times of a growing queue", "audit", "analysis.trials.open_load:without_response_times",
        "orders_df.with_columns(response_ms=unknown, latency_ms=unknown)", "orders_df", ("overload",),
    ),
    Defect(
        "a closed loop that meets every session", "events", "analysis.trials.closed_loop_shadow:met_by",
        "free_from[0] <= begin", "True", ("what a closed loop would show",),
    ),
    Defect(
        "arithmetic mean of two loads", "statistics", "analysis.statistics.crossing:_between",
        "exp(log(low) + fraction * (log(high) - log(low)))", "low + fraction * (high - low)", ("capacity",),
    ),
)  # fmt: skip
_EVENTS = (
    Defect(
        "completion of the order before", "events", "analysis.timing.order_times:first_mark",
        ".alias(name))", ".alias(name)).sort(name).with_columns(pl.col(name).shift(1, fill_value=0))",
        ("mean response", "response by order"),
    ),
    Defect(
        "last mark instead of the first", "events", "analysis.timing.order_times:first_mark",
        'pl.col("wall_ns").min()', 'pl.col("wall_ns").max()', ("first marks",),
    ),
    Defect(
        "ns taken for µs", "events", "analysis.timing.order_times:orders",
        'call_ms=pl.col("call_ns") / NS_PER_MS', 'call_ms=pl.col("call_ns") / 1e3', ("mean call",),
    ),
    Defect(
        "latency without the call", "events", "analysis.timing.order_times:orders",
        'latency_ms=(pl.col("arrived_ns") - pl.col("call_begin_ns"))',
        'latency_ms=(pl.col("arrived_ns") - pl.col("call_begin_ns") - pl.col("call_ns"))',
        ("mean latency", "latency by order", "latency by order, no noise", "clock offset"),
    ),
    Defect(
        "every call taken for the supplier's", "events", "analysis.timing.order_times:first_calls",
        '(pl.col("transition") == SUPPLIER_ORDER) & ', "", ("mean call", "call by order"),
    ),
    Defect(
        "orders of the warm-up and the drain complete in the window", "events", "analysis.trials.rates:rate_estimates",
        'pl.col("mailed_in_window")', 'pl.col("mailed_ns").is_not_null()', ("throughput",),
    ),
    Defect(
        "level drawn by the other byte order", "events", "analysis.timing.assigned_levels:drawn_level",
        '"big"', '"little"', ("no false alarm",),
    ),
    Defect(
        "wash-out not cut off", "events", "analysis.timing.assigned_levels:kept_windows",
        'begin_ns=pl.col("begin_ns") + washout_ns', 'begin_ns=pl.col("begin_ns")', ("times by window, no noise",),
    ),
    Defect(
        "length of one window of two", "events", "analysis.trials.switchback_blocks:rates",
        '(windows_df["end_ns"] - windows_df["begin_ns"]).sum()',
        '(windows_df["end_ns"] - windows_df["begin_ns"]).max()', ("throughput by window",),
    ),
    Defect(
        "samples taken where windows of a level begin", "events", "analysis.trials.switchback_blocks:increase_in",
        "(at[:, 1] - at[:, 0]).sum()", "(at[-1, 0] - at[0, 0])", ("CPU per order by window, no noise",),
    ),
    Defect(
        "requests left out of the CPU of an order", "events", "analysis.timing.order_cpu:order_cpu",
        "for frame in (records.steps, records.service_requests)", "for frame in (records.steps,)", ("CPU of an order",),
    ),
    Defect(
        "CPU of an order's first step alone", "events", "analysis.timing.order_cpu:order_cpu",
        'pl.col("cpu_ns").sum()', 'pl.col("cpu_ns").first()', ("CPU of an order",),
    ),
    Defect(
        "call counted in the transit too", "events", "analysis.timing.waterfall:segments",
        "(over - call).alias", "over.alias", ("waterfall", "transit"),
    ),
    Defect(
        "commit reported as work", "events", "analysis.timing.step_times:step_times",
        'pl.col(name.replace("_ms", "_ns"))', 'pl.col("commit_ns")', ("slow step",),
    ),
    Defect(
        "false read as true", "events", "analysis.reading.records:typed",
        '"false": False', '"false": True', ("queues",),
    ),
)  # fmt: skip

_COLLECTIONS = (
    Defect(
        "pauses counted twice", "collections", "analysis.trials.pauses:gc_metrics",
        "for log in records.gc_logs.values() for pause in begun_within(trial, log.pauses)",
        "for log in records.gc_logs.values() for pause in 2 * begun_within(trial, log.pauses)", ("GC pauses",),
    ),
    Defect(
        "pauses of the warm-up counted", "collections", "analysis.trials.pauses:begun_within",
        "if trial.begin_ns <= phase.begin_ns < trial.end_ns", "if phase.begin_ns < trial.end_ns",
        ("GC pauses", "GC generations"),
    ),
    Defect(
        "pause begins at its stamp", "collections", "analysis.reading.gclog:collection_line",
        "Phase(end_ns - duration_ns,", "Phase(end_ns,", ("GC pauses",),
    ),
    Defect(
        "mixed collections taken for young ones", "collections", "analysis.reading.gclog:generation_of",
        '"mixed" if "(Mixed)" in kind else "young"', '"young"', ("GC generations",),
    ),
    Defect(
        "pause counted whole for an order that met its end", "collections",
        "analysis.statistics.mutator_utilisation:paused_until",
        "np.minimum(instants_ns - begins_ns[last], durations_ns[last])", "durations_ns[last]", ("orders hit by GC",),
    ),
    Defect(
        "system time of the collector left out", "collections", "analysis.trials.pauses:collector_cpu_s",
        'pl.sum("user_ns") + pl.sum("system_ns")', 'pl.sum("user_ns")', ("safepoints and collector",),
    ),
    Defect(
        "time to reach safepoints left out", "collections", "analysis.trials.pauses:safepoint_metrics",
        "stop.total_ns", "(stop.total_ns - stop.reaching_ns)", ("safepoints and collector",),
    ),
    Defect(
        "allocation as it ended", "collections", "analysis.trials.pauses:allocation_metrics",
        'records.allocation["end_bytes"] - records.allocation["begin_bytes"]', 'records.allocation["end_bytes"]',
        ("allocation",),
    ),
)  # fmt: skip

_MACHINE = (
    Defect(
        "sign of processor time", "sampling", "analysis.trials.machine_metrics:increments",
        "np.where(after >= before, after - before,", "np.where(after >= before, before - after,",
        ("CPU per order by trial",),
    ),
    Defect(
        "generator counted as part of the store", "sampling", "analysis.trials.machine_metrics:cpu_metrics",
        " if process not in OUTSIDE_THE_BED", "", ("CPU per order by trial",),
    ),
    Defect(
        "waiting for the disk taken for busy", "sampling", "analysis.trials.machine_metrics:other_fraction",
        ' - (spent["iowait"] or 0.0)', "", ("cores, disk and canary",),
    ),
    Defect(
        "dead letters taken for a queue", "sampling", "analysis.trials.machine_metrics:queue_metrics",
        'inside & ~pl.col("dead")', "inside", ("queues",),
    ),
    Defect(
        "think times summed", "sampling", "analysis.trials.consistency_checks:customers_ratio",
        "(scenario.think_min_s + scenario.think_max_s) / 2", "(scenario.think_min_s + scenario.think_max_s)",
        ("laws of balance",),
    ),
)  # fmt: skip

_AUDIT = (
    Defect(
        "lost order not counted when its mail was sent", "audit", "analysis.auditing.order_outcomes:order_outcomes",
        ".otherwise(pl.lit(unfinished))",
        '.when(pl.col("order_id").is_in(records.mails.filter(pl.col("kind") == "completed")["order_id"].implode()))'
        '.then(pl.lit("completed")).otherwise(pl.lit(unfinished))',
        ("orders lost",),
    ),
    Defect(
        "completed is enough, shipped or not", "audit", "analysis.auditing.order_outcomes:order_outcomes",
        '(state == "COMPLETED") & ~short', 'state == "COMPLETED"', ("orders lost",),
    ),
    Defect(
        "too many pieces not noticed", "audit", "analysis.auditing.order_outcomes:order_outcomes",
        'pl.col("pieces_over").fill_null(0) > 0', 'pl.col("pieces_over").fill_null(0) > 99', ("orders duplicated",),
    ),
    Defect(
        "dead letters not looked at", "audit", "analysis.auditing.order_outcomes:order_outcomes",
        'records.dead_letters["order_id"].drop_nulls().to_list()', "[]", ("orders stuck or waiting", "orders lost"),
    ),
    Defect(
        "refused orders taken for completed", "audit", "analysis.auditing.order_outcomes:order_outcomes",
        '.then(pl.lit("refused"))', '.then(pl.lit("completed"))', ("orders refused",),
    ),
    Defect(
        "phantoms not sought at the processing center", "audit", "analysis.auditing.order_outcomes:phantom_orders",
        'records.opc_orders.select("order_id"),', "", ("phantoms",),
    ),
    Defect(
        "duplicated mails not noticed", "audit", "analysis.auditing.mail_counts:mail_faults",
        'pl.col("came") != pl.col("due")', 'pl.col("came") < pl.col("due")', ("mails",),
    ),
    Defect(
        "one piece of stock overlooked", "audit", "analysis.auditing.audit:unbalanced_items",
        "balance != 0", "balance.abs() > 1", ("stock",),
    ),
    Defect(
        "one order answers for several requests", "audit", "analysis.auditing.acknowledged:count_unmatched",
        "instants.remove(fitting)", "pass", ("orders missing",),
    ),
    Defect(
        "first redelivery not counted", "audit", "analysis.auditing.audit:redeliveries",
        'pl.col("deliveries") > 1', 'pl.col("deliveries") > 2', ("redeliveries",),
    ),
    Defect(
        "untransacted sends taken for transacted", "audit", "analysis.auditing.documents_sent:calls_of_rolled_back",
        '~pl.col("delegate").is_in(IN_THE_TRANSACTION)', 'pl.col("delegate").is_in(IN_THE_TRANSACTION)',
        ("sent by rolled back",),
    ),
    Defect(
        "completed orders at risk", "audit", "analysis.auditing.at_risk:on_the_way",
        " & ~completed", "", ("orders at risk",),
    ),
    Defect(
        "bound of both sides", "audit", "analysis.auditing.at_risk:upper_bound",
        'alternative="less"', 'alternative="two-sided"', ("loss at most",),
    ),
    Defect(
        "clock may be set by 1 ms", "audit", "analysis.trials.validity:void_reasons",
        "trial.clock_step_ns > MAX_CLOCK_STEP_NS", "trial.clock_step_ns > 10 * MAX_CLOCK_STEP_NS",
        ("clock that was set",),
    ),
    Defect(
        "a trial in which every customer was served is void", "audit", "analysis.trials.validity:void_reasons",
        "(served < trial.customers,", "(served <= trial.customers,",
        ("no false alarm", "no false alarm by trial and bed"),
    ),
    Defect(
        "selected orders compared all the same", "audit", "analysis.trials.assignment_validity:unequal",
        "p >= MISMATCH", "p >= 0", ("sample ratio mismatch",),
    ),
    Defect(
        "some calls may go astray", "audit", "analysis.trials.assignment_validity:not_as_drawn",
        "if not len(other_df)", "if len(other_df) < 10", ("call by another delegate",),
    ),
)  # fmt: skip

DEFECTS = (*_EVENTS, *_OPEN_LOAD, *_COLLECTIONS, *_MACHINE, *_AUDIT)
