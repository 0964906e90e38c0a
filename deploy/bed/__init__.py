"""A running bed, and what it is assembled from."""
