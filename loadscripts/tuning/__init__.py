"""The search for a collector, a heap and options under a load."""
