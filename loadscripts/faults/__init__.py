"""What can be done to a bed under load, and what came of it."""
