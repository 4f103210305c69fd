-- What the program records about the database itself. Only the owner can read these tables, besides the list of migrations.
-- Applied at each migration, so every statement first checks whether it is needed.
create schema if not exists drizzle;
create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
-- Migrations whose transaction is committed, and whose indexes are not all built yet.
create table if not exists drizzle.partly_applied (created_at bigint primary key);
-- One row: the newest program that migrated the database, and the oldest that can still use it (both as numbers of migrations).
create table if not exists drizzle.schema_state (
  id boolean primary key default true check (id), migrations int not null, version text not null, fingerprint text not null,
  oldest_migrations int not null default 0
);
-- For login.ts.
create table if not exists drizzle.logins (role text primary key, password_sealed text not null);

do $$
begin
  -- For migrations_applied().
  if not has_schema_privilege('intellibox_definer', 'drizzle', 'usage') then
    grant usage on schema drizzle to intellibox_definer;
  end if;
  if not has_table_privilege('intellibox_definer', 'drizzle.__drizzle_migrations', 'select') then
    grant select on drizzle.__drizzle_migrations to intellibox_definer;
  end if;
end $$;
