"""The plots of a report, with one colour and one marker for each variant."""
