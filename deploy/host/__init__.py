"""This machine, as a bed uses it: its JDK, ports, processes, connections, small disks and certificates."""
