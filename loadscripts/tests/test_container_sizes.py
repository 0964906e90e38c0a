"""What real JVMs make of the containers of the experiment `container-sizes`."""

import subprocess

import pytest

from deploy.host.jdk import Jdk
from deploy.host.jvm_options import merged
from deploy.payara.prepared_domain import DEFAULT_JVM_OPTIONS
from loadscripts.planning.experiment_file import find_experiment, read_experiment

MIB = 2**20
#: Serial below two processors or 1,792 MB (HotSpot's os::is_server_class_machine), a quarter of the memory as heap.
CHOSEN = {
    "1-processor-1g": ("Serial", 256),
    "1-processor-2g": ("Serial", 512),
    "2-processors-1g": ("Serial", 256),
    "2-processors-2g": ("G1", 512),
}


@pytest.mark.parametrize(("container", "expected"), CHOSEN.items(), ids=CHOSEN)
def test_the_jvm_has_the_collector_and_the_heap_of_such_a_container(container: str, expected: tuple[str, int]) -> None:
    options = merged(DEFAULT_JVM_OPTIONS, read_experiment(find_experiment("container-sizes")).jvm_options(container))
    command = [str(Jdk.of_this_run().java), *options, "-XX:+PrintFlagsFinal", "-version"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    flags = {words[1]: words[3] for line in told.splitlines() if len(words := line.split()) > 3 and words[2] == "="}
    collectors = [name for name in ("Serial", "G1", "Parallel", "Z", "Shenandoah") if flags[f"Use{name}GC"] == "true"]
    assert (collectors, int(flags["MaxHeapSize"]) / MIB) == ([expected[0]], expected[1])


def test_all_containers_of_the_question_are_levels() -> None:
    assert set(read_experiment(find_experiment("container-sizes")).levels()["jvm"]) == set(CHOSEN)
