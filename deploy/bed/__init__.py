"""A bed that stands, and what it is assembled from."""
