"""The log of a garbage collector is read on while a JVM writes it."""

from pathlib import Path

import pytest

from cli.live.gc_tail import MAX_BYTES, GcTails
from deploy.bed.bed_record import ServerJvm

STAMP = "[2026-11-21T04:05:31.{ms:03d}+0000][1.000s][info][gc      ] "


def line(gc_id, ms, at_ms=100):
    return STAMP.format(ms=at_ms) + f"GC({gc_id}) Pause Young (Normal) (G1 Evacuation Pause) 90M->30M(256M) {ms}ms\n"


@pytest.fixture
def jvm(tmp_path):
    log = tmp_path / "gc.log"
    log.write_text(line(0, "99.000"), encoding="utf-8")
    return ServerJvm("server", 1, log, Path("/dev/null"), ())


def add(jvm, text):
    with jvm.gc_log.open("a", encoding="utf-8") as log:
        log.write(text)


def durations_ms(tails, *jvms):
    return [pause.duration_ns / 1e6 for pause in tails.pauses(jvms)]


def test_only_what_is_logged_from_now_on_and_each_pause_once(jvm):
    tails = GcTails([jvm])
    assert durations_ms(tails, jvm) == []
    add(jvm, line(1, "7.125") + line(2, "2.500"))
    assert durations_ms(tails, jvm) == [7.125, 2.5]
    assert durations_ms(tails, jvm) == []


def test_a_line_that_is_still_being_written_waits_for_its_end(jvm):
    tails, whole = GcTails([jvm]), line(1, "7.125")
    add(jvm, whole[:60])
    assert durations_ms(tails, jvm) == []
    add(jvm, whole[60:])
    [pause] = tails.pauses([jvm])
    # It was stamped at its end, 31.100 s after 04:05.
    assert (pause.begin_ns % 60_000_000_000, pause.duration_ns) == (31_092_875_000, 7_125_000)


def test_the_log_of_a_jvm_that_was_started_again_is_read_from_its_beginning(jvm):
    add(jvm, line(1, "1.000") * 5)
    tails = GcTails([jvm])
    jvm.gc_log.write_text(line(0, "3.000"), encoding="utf-8")
    assert durations_ms(tails, jvm) == [3.0]
    # Then the bed says that it has another process: nothing is read twice.
    again = ServerJvm("server", 2, jvm.gc_log, Path("/dev/null"), ())
    assert durations_ms(tails, again) == []


def test_a_log_that_is_not_there_has_no_pauses_until_it_is(jvm):
    jvm.gc_log.unlink()
    tails = GcTails([jvm])
    assert durations_ms(tails, jvm) == []
    jvm.gc_log.write_text(line(0, "3.000"), encoding="utf-8")
    assert durations_ms(tails, jvm) == [3.0]


def test_a_long_log_is_read_piece_by_piece(jvm):
    tails, count = GcTails([jvm]), 2 * MAX_BYTES // len(line(1, "1.000"))
    add(jvm, line(1, "1.000") * count)
    pieces = [len(tails.pauses([jvm])) for _ in range(4)]
    assert sum(pieces) == count and max(pieces) < count and pieces[-1] == 0
