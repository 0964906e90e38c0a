"""What passes between running and analysing: trial folders, as the lab writes them and the analysis reads them.

The documents are models, the tables lists of columns; `shared-schemas/records` has the same for programs of other
languages, and tests hold both together. Nothing here runs anything, and the lab uses nothing else of `analysis`.
"""
