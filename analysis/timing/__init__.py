"""Where the time of an order goes: orders, steps, and the way from one to the next."""
