-- Makes a role with a schema of its own for each application; run as a role that may do that. Placeholders: ${...}.
-- Only what an earlier bed has made (it says so in its comment) is replaced.

SET lock_timeout = '10s';

DO $$
BEGIN
  IF current_setting('max_prepared_transactions')::int = 0 THEN
    RAISE EXCEPTION 'max_prepared_transactions is 0: this database cannot take part in a distributed transaction. Set it to 200 in postgresql.conf and restart';
  END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = '${name}'
             AND shobj_description(oid, 'pg_authid') IS DISTINCT FROM 'made by Petlab') THEN
    RAISE EXCEPTION 'there is a role ${name} that Petlab has not made: use a database of its own';
  END IF;
END $$
/

-- What another bed works with would be dropped beneath it. The connections of one that was killed end by themselves.
DO $$
DECLARE
  used int;
BEGIN
  FOR attempt IN 1..100 LOOP
    PERFORM pg_stat_clear_snapshot();
    SELECT count(*) INTO used FROM pg_stat_activity WHERE usename = '${name}' AND datname = current_database();
    EXIT WHEN used = 0;
    PERFORM pg_sleep(0.1);
  END LOOP;
  IF used > 0 THEN
    RAISE EXCEPTION 'the role ${name} is in use, by % connection(s): another bed is on this database. End it, or use a database of its own', used;
  END IF;
END $$
/

-- What a killed bed left undecided would hold its locks for ever. Who is no superuser may decide only as its owner.
--each SELECT DISTINCT 'SET ROLE ${name}' FROM pg_prepared_xacts WHERE owner = '${name}' AND database = current_database();
--each SELECT format('ROLLBACK PREPARED %L', gid) FROM pg_prepared_xacts WHERE owner = '${name}' AND database = current_database();
RESET ROLE;

--each SELECT 'DROP OWNED BY ${name} CASCADE' FROM pg_roles WHERE rolname = '${name}';

DROP ROLE IF EXISTS ${name};
CREATE ROLE ${name} LOGIN PASSWORD '${password}';
COMMENT ON ROLE ${name} IS 'made by Petlab';
GRANT ${name} TO CURRENT_USER;
CREATE SCHEMA ${name} AUTHORIZATION ${name};
