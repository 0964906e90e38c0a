"""What a trial says replaces the options that a JVM has anyway."""

import pytest

from deploy.host.jvm_options import merged

DEFAULTS = ("-Xms1g", "-Xmx1g", "-XX:+UseG1GC")


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([], ["-Xms1g", "-Xmx1g", "-XX:+UseG1GC"]),
        (["-XX:+UseZGC"], ["-Xms1g", "-Xmx1g", "-XX:+UseZGC"]),
        (["-Xmx2g"], ["-Xms2g", "-XX:+UseG1GC", "-Xmx2g"]),
        (["-XX:ActiveProcessorCount=1"], ["-Xms1g", "-Xmx1g", "-XX:ActiveProcessorCount=1"]),
        (["-XX:MaxRAM=2g"], ["-XX:+UseG1GC", "-XX:MaxRAM=2g"]),
        (["-XX:ActiveProcessorCount=1", "-XX:MaxRAM=1g"], ["-XX:ActiveProcessorCount=1", "-XX:MaxRAM=1g"]),
        (["-Xms256m", "-Xmx512m", "-XX:+UseSerialGC"], ["-Xms256m", "-Xmx512m", "-XX:+UseSerialGC"]),
    ],
)
def test_the_defaults_hold_unless_a_trial_says_otherwise(options, expected):
    assert merged(DEFAULTS, options) == expected
