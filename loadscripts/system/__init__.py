"""What the lab has to know of a system in order to study it, and the systems that it knows."""
