"""Hyperfoil on this machine, in a small program of ours (load-generator/)."""

from deploy.host.jdk import Jdk
from deploy.paths import CHECKOUT
from loadscripts.load.java_generator import JavaGenerator

PROGRAM = CHECKOUT / "load-generator/target/load-generator.jar"
VERSION = "0.25.2"
"""As load-generator/pom.xml has it; a test compares them."""


def hyperfoil(jdk: Jdk) -> JavaGenerator:
    """What plays customers who come when they are due."""
    return JavaGenerator(jdk, PROGRAM, "Hyperfoil", VERSION)
