"""Why a JVM does not start: in its own words, without the sentences around them."""

# mypy: disable-error-code="no-untyped-def"

import pytest

from deploy.host.jdk import Jdk
from deploy.host.jvm_refusal import is_of_its_archive, reason_in, refusal

LAST_LINES = (
    "Error: Could not create the Java Virtual Machine.\nError: A fatal exception has occurred. Program will exit.\n"
)


@pytest.mark.parametrize(
    ("output", "reason"),
    [
        (f"Unrecognized VM option 'UseNoGC'\n{LAST_LINES}", "Unrecognized VM option 'UseNoGC'"),
        (f"Invalid maximum heap size: -Xmx1x\n{LAST_LINES}", "Invalid maximum heap size: -Xmx1x"),
        (
            "OpenJDK 64-Bit Server VM warning: Option UseOld was deprecated\n[0.002s][error][gc] no heap\n"
            "Error occurred during initialization of VM\nToo small maximum heap\n",
            "Too small maximum heap",
        ),
        (
            "Launching Payara\nTerminating due to java.lang.OutOfMemoryError: Java heap space\n",
            "Terminating due to java.lang.OutOfMemoryError: Java heap space",
        ),
        (
            "[0.059s][warning][aot] Unable to use AOT cache.\n"
            "[                    ] The saved state of UseCompressedOops is different from runtime\n"
            "[0.059s][error  ][aot] Unable to map shared spaces\n"
            "Error occurred during initialization of VM\nUnable to use AOT cache.\n",
            "Unable to use AOT cache.",
        ),
        ("Launching Payara\nException in thread main\n", None),
        ("", None),
    ],
)
def test_the_reason_is_told_apart_from_what_stands_around_it(output, reason):
    assert reason_in(output) == reason


def test_the_jvm_is_asked_what_it_does_not_know():
    java = Jdk.of_this_run().java
    assert refusal(java, ["-XX:+UseSerialGC", "-Xmx64m"]) is None
    assert refusal(java, ["-XX:+UseNoSuchGC"]) == "Unrecognized VM option 'UseNoSuchGC'"
    both = ["-XX:+UseSerialGC", "-XX:+UseParallelGC"]
    assert refusal(java, both) == "Multiple garbage collectors selected"


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("Unable to use AOT cache.", True),
        ("Unable to use shared archive: invalid archive", True),
        (
            "Unable to use shared archive. Unrecoverable archive loading error (run with -Xlog:aot,cds for details)",
            True,
        ),
        ("Too small maximum heap", False),
        ("Unrecognized VM option 'UseNoGC'", False),
    ],
)
def test_a_jvm_that_cannot_use_its_class_archive_says_so(reason, expected):
    assert is_of_its_archive(reason) == expected
