"""The compilers of a JVM go first for a while, and like all others behind it."""

# mypy: disable-error-code="arg-type, list-item"

import os
import subprocess
from types import SimpleNamespace

import pytest

from deploy.host.jdk import Jdk
from loadscripts.probes.compiler_threads import compilers_first, compilers_of

JDK = Jdk.of_this_run()


@pytest.fixture
def jvm(tmp_path):
    source = tmp_path / "Waiting.java"
    source.write_text(
        'public class Waiting { public static void main(String[] a) throws Exception { System.out.println("begun");'
        " System.in.read(); } }"
    )
    with subprocess.Popen([JDK.java, source], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "begun\n"
        yield SimpleNamespace(pid=process.pid)
        process.kill()


def nice_values(pid):
    return {os.getpriority(os.PRIO_PROCESS, thread) for thread in compilers_of(pid)}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may put a thread first")
def test_compilers_go_first_until_the_block_ends_however_it_does(jvm):
    assert len(compilers_of(jvm.pid)) >= 2
    others = os.getpriority(os.PRIO_PROCESS, jvm.pid)
    with pytest.raises(KeyboardInterrupt), compilers_first([jvm]):
        assert nice_values(jvm.pid) == {-10}
        assert os.getpriority(os.PRIO_PROCESS, jvm.pid) == others
        raise KeyboardInterrupt
    assert nice_values(jvm.pid) == {others}


def test_who_may_not_ask_for_it_changes_nothing(jvm, monkeypatch):
    def refuse(*_):
        raise PermissionError

    monkeypatch.setattr(os, "setpriority", refuse)
    before = nice_values(jvm.pid)
    with compilers_first([jvm]):
        assert nice_values(jvm.pid) == before


def test_a_jvm_that_has_ended_is_passed_over(jvm):
    with subprocess.Popen(["true"]) as ended:
        ended.wait()
    with compilers_first([SimpleNamespace(pid=ended.pid)]):
        assert compilers_of(ended.pid) == []
