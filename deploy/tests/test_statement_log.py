"""PostgreSQL's log of statements, read; lines as PostgreSQL 18 wrote them."""

from deploy.database.repeated_statements import BoundStatement, Unit, script_of
from deploy.database.statement_log import Statement, read

LOG = """\
2026-11-24 21:00:00.000 UTC [1] LOG:  checkpoint starting
#31#opc#LOG:  execute S_1: BEGIN
#32#supplier#LOG:  statement: SELECT COUNT(*) FROM pg_catalog.pg_database
#31#opc#LOG:  execute <unnamed>: insert into t (a, b, c)
\tvalues ($1, $2, $3)
#31#opc#DETAIL:  Parameters: $1 = '10001', $2 = NULL, $3 = 'it''s, $4 = ''x''
\tsecond line'
#31#opc#LOG:  statement: PREPARE TRANSACTION 'g'
##LOG:  checkpoint complete
#31#opc#ERROR:  something else
#31#opc#LOG:  statement: COMMIT PREPARED 'g'
"""


def test_statements_are_read_with_session_role_and_values():
    assert read(LOG) == (
        Statement(31, "opc", "BEGIN"),
        Statement(32, "supplier", "SELECT COUNT(*) FROM pg_catalog.pg_database"),
        Statement(
            31, "opc", "insert into t (a, b, c)\nvalues ($1, $2, $3)", ("10001", None, "it's, $4 = 'x'\nsecond line")
        ),
        Statement(31, "opc", "PREPARE TRANSACTION 'g'"),
        Statement(31, "opc", "COMMIT PREPARED 'g'"),
    )


def test_a_script_keeps_what_has_several_lines_in_one():
    told = BoundStatement("select ?,\n ?", ("a\\b\tc", None))
    assert script_of([[Unit("opc", "prepare", (told,))]]) == (
        "order\ntransaction opc prepare\nsql select ?,\\n ?\nvalue a\\\\b\\tc\nnull\n"
    )
