"""PostgreSQL, and any database as JDBC sees it."""
