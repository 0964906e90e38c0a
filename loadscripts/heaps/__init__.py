"""The least heap in which a server bears a load."""
