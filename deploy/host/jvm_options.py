"""The options of a JVM: those that it has anyway, and what replaces some of them."""

from collections.abc import Sequence


def merged(defaults: Sequence[str], jvm_options: Sequence[str]) -> list[str]:
    """The defaults with what a trial adds: its heap and collector replace ours (a JVM takes only one). Who says how
    many processors there are, and no collector, has the one that the JVM chooses for so many; who says how much memory
    there is, and no heap, the one that it chooses for so much.
    """
    options = list(jvm_options)

    def is_replaced(default: str) -> bool:
        if default.startswith(("-Xms", "-Xmx")):
            return any(option.startswith((default[:4], "-XX:MaxRAM", "-XX:MaxHeapSize")) for option in options)
        return any(
            (option.startswith("-XX:+Use") and option.endswith("GC")) or option.startswith("-XX:ActiveProcessorCount=")
            for option in options
        )

    kept = [option for option in defaults if not is_replaced(option)]
    if any(option.startswith("-Xmx") for option in options) and not any(
        option.startswith("-Xms") for option in options
    ):
        heap = next(option for option in options if option.startswith("-Xmx"))
        kept = [f"-Xms{heap[4:]}" if option.startswith("-Xms") else option for option in kept]
    return kept + options
