"""From the records of trials to a report: records → order_times → estimates → comparisons → plots → findings → report.

Reads trial folders alone (`shared-schemas/records` says what they hold), so that an old result is analysed without
a server.

For the command: `report.write_report(folder)`, which gives the page and the key table; `compare.compare(a, b)`; what a
person can mend is raised as `AnalysisError`.
"""
