"""Which ratios count as equivalent, where an experiment says nothing else."""

#: Ratios within 1 ± margin; exactly, between 1 / (1 + margin) and 1 + margin.
MARGIN = 0.05
