"""All defects: small mistakes as programmers make them, and the checks that must notice each."""

from cli.selfcheck import analysis_defects, lab_defects, statistics_defects

DEFECTS = (*lab_defects.DEFECTS, *analysis_defects.DEFECTS, *statistics_defects.DEFECTS)
