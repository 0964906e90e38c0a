"""The instrument proves itself: what it finds in a store of which everything is known, and whether it would notice that
it was broken.
"""
