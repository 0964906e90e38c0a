"""What became of every order, and whether the books of all applications agree."""
