"""Fills a bed with a past: customers, products and orders that were carried through before anybody enters the store.

words      what names, addresses and animals are made of
chance     random streams by seed and purpose; what is popular
people     -> customers_df
animals    -> products_df, items_df: the catalog beyond the one that every bed has
calendar   when the orders came
orders     -> orders_df, lines_df: what was ordered and what became of it, in numbers
documents  the purchase orders, as the order processing center keeps them
rows       -> a frame for each table of the three applications
tables     how rows get into PostgreSQL
filling    all of it together

From the same seed the same rows: every frame depends on nothing but the past that is asked for and the bed's catalog.
A past order is known by its id, H0000001 and on; the applications' own orders never begin with H and a digit.
"""
