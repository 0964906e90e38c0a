"""The program that submits orders without pages (order-generator/)."""

from deploy.host.jdk import Jdk
from deploy.paths import CHECKOUT
from loadscripts.load.java_generator import JavaGenerator

PROGRAM = CHECKOUT / "order-generator/target/order-generator.jar"
CLIENT_VERSION = "2.53.0"
"""Of the broker's client, as order-generator/pom.xml has it; a test compares them."""


def order_generator(jdk: Jdk) -> JavaGenerator:
    """What submits orders by SOAP and JMS."""
    return JavaGenerator(jdk, PROGRAM, "the order generator", CLIENT_VERSION)
