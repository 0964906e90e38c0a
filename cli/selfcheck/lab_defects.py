"""Defects of the lab: generator, windows, faults and sampling. Trials are conducted with them."""

from functools import partial

from cli.selfcheck.damage import Defect

_conducting = partial(Defect, conducting=True)

DEFECTS = (
    _conducting(
        "bytes of a request read as its duration", "generator", "loadscripts.load.siege_records:_request",
        'float(match["duration"])', 'float(match["bytes"])', ("requests",),
    ),
    _conducting(
        "requests of the warm-up in the load of the window", "generator", "loadscripts.load.siege_records:summarise",
        "if first_s <= request.end_s < last_s", "", ("requests",),
    ),
    _conducting(
        "place in the URL file taken for the place in the pass", "generator",
        "loadscripts.load.siege_records:write_requests",
        "{request.url_index % pass_length}", "{request.url_index}", ("orders missing",),
    ),
    _conducting(
        "all customers have one account", "generator", "loadscripts.load.scenario:_account",
        "(customer - 1) % scenario.accounts + 1", "1", ("customers",),
    ),
    _conducting(
        "second half of a block not mirrored", "generator", "loadscripts.planning.assignment:plan_windows",
        "*reversed(drawn)", "*drawn", ("drift by window",),
    ),
    _conducting(
        "the way to a capacity by single steps", "generator", "loadscripts.planning.up_and_down:next_place",
        "else FIRST_STEP", "else 1", ("capacity by loads up and down",),
    ),
    _conducting(
        "two series that go by each other's trials", "generator", "analysis.contract.experiment_document:series_of",
        "% series + 1", "* 0", ("capacity by loads up and down",),
    ),
    _conducting(
        "first window not written", "generator", "loadscripts.trials.collect:write_windows",
        "in run.switched_windows", "in run.switched_windows[1:]", ("drift by window",),
    ),
    _conducting(
        "another seed recorded than was drawn by", "generator", "loadscripts.planning.assignment:Assignment.as_record",
        "seed=seed", "seed=seed + 1", ("no false alarm",),
    ),
    _conducting(
        "another metric recorded as the primary one", "generator", "analysis.contract.assignment_units:default_primary",
        'if "order" in units', 'if "bed" in units', ("primary metric",),
    ),
    _conducting(
        "window begins with the warm-up", "generator", "loadscripts.trials.conduct:_measure",
        "run.measure_begin_ns = now_ns()", "run.measure_begin_ns = run.warmup_begin_ns", ("orders and percentile",),
    ),
    _conducting(
        "recovery noted before it", "generator", "loadscripts.faults.injecting:_recover",
        "context.bed.recover(lost_connections=fault.loses_connections)\n    event.recovered_ns = now_ns()",
        "event.recovered_ns = now_ns()\n    context.bed.recover(lost_connections=fault.loses_connections)",
        ("recovery",),
    ),
    _conducting(
        "a kill not noted as triggered", "generator", "loadscripts.faults.fault_kinds:Kill.inject",
        "event.triggered_ns = now_ns()", "event.triggered_ns = None", ("crashes", "loss at most"),
    ),
    _conducting(
        "drift of the clocks not recorded", "sampling", "loadscripts.probes.machine:clock_record",
        "end.offset_ns - begin.offset_ns", "0", ("clock that was set",),
    ),
    _conducting(
        "a process tree within another counted twice", "sampling", "loadscripts.probes.sampling:Uses.poll",
        "without=begun if name == LAB else named", "without=()", ("CPU by process",),
    ),
    _conducting(
        "of a process tree the last process alone", "sampling", "loadscripts.probes.proc:tree_use",
        "cpu_s += found[pid].cpu_s", "cpu_s = found[pid].cpu_s", ("CPU by process",),
    ),
    _conducting(
        "samples stamped in µs", "sampling", "loadscripts.probes.sampling:SampledTable.sample",
        "time.time_ns()", "time.time_ns() // 1000", ("cores, disk and canary", "queues"),
    ),
)  # fmt: skip
