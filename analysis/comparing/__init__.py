"""From trials to variants: estimates, comparisons, claims, and one results folder against another."""
