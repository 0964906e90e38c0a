"""The load: a scenario, customers who think, and Siege, which plays them."""
