#!/bin/sh
# Runs once, when the database folder is empty. Creates the owner of the product's database, and the role with which PgBouncer finds
# the password of a role that signs in. That role can read nothing else.
set -eu
psql --set ON_ERROR_STOP=1 --set owner="$DATABASE_PASSWORD" --set pooler="$PGBOUNCER_PASSWORD" --username postgres --dbname postgres <<'SQL'
create role intellibox login createrole password :'owner';
create role pgbouncer login password :'pooler';
create database intellibox owner intellibox;
\connect intellibox
create schema pgbouncer;
grant usage on schema pgbouncer to pgbouncer;
create function pgbouncer.find_password(wanted text) returns table (role name, password text)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select rolname, rolpassword from pg_authid where rolname = wanted and rolcanlogin and not rolsuper $$;
revoke all on function pgbouncer.find_password(text) from public;
grant execute on function pgbouncer.find_password(text) to pgbouncer;
SQL
