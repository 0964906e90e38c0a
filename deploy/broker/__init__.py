"""Artemis, and what it is told of queues, users and permissions."""
