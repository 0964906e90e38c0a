-- Makes a user, which is a schema, for each application; run as a user that may do that (SYSTEM). Placeholders: ${...}.
-- Only what an earlier bed has made (it holds the table PETLAB_MADE_THIS) is replaced. Not run against a real Oracle yet.

DECLARE
  users NUMBER;
  marks NUMBER;
BEGIN
  SELECT COUNT(*) INTO users FROM dba_users WHERE username = UPPER('${name}');
  SELECT COUNT(*) INTO marks FROM dba_tables WHERE owner = UPPER('${name}') AND table_name = 'PETLAB_MADE_THIS';
  IF users > 0 AND marks = 0 THEN
    raise_application_error(-20001, 'there is a user ${name} that Petlab has not made: use a database of its own');
  END IF;
  IF users > 0 THEN
    EXECUTE IMMEDIATE 'DROP USER ${name} CASCADE';
  END IF;
END;
/

CREATE USER ${name} IDENTIFIED BY "${password}" QUOTA UNLIMITED ON USERS;
GRANT CREATE SESSION, CREATE TABLE, CREATE SEQUENCE TO ${name};
-- What recovery after a crash asks for.
GRANT SELECT ON sys.dba_pending_transactions TO ${name};
GRANT SELECT ON sys.pending_trans$ TO ${name};
GRANT SELECT ON sys.dba_2pc_pending TO ${name};
GRANT EXECUTE ON sys.dbms_xa TO ${name};
GRANT FORCE ANY TRANSACTION TO ${name};
CREATE TABLE ${name}.petlab_made_this (at TIMESTAMP DEFAULT SYSTIMESTAMP);
