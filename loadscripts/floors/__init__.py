"""Measures the floors of a bed: what each thing that an order needs would allow by itself. docs/measuring.md."""
