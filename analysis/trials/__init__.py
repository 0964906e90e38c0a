"""One trial, from its records to its metrics, and whether it is valid."""
