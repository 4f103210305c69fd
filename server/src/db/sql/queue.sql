-- The job queue creates and changes its own tables, as a role that owns nothing else. Applied at each migration.
create schema if not exists pgboss authorization intellibox_queue;

-- Objects of an earlier version belong to the role that migrated.
do $$
declare
  item record;
begin
  if (select nspowner <> 'intellibox_queue'::regrole from pg_namespace where nspname = 'pgboss') then
    alter schema pgboss owner to intellibox_queue;
  end if;
  -- Indexes and sequences of columns change owner with their tables.
  for item in
    select oid::regclass as name from pg_class
    where relnamespace = 'pgboss'::regnamespace and relkind in ('r', 'p', 'v', 'm') and relowner <> 'intellibox_queue'::regrole
  loop
    execute format('alter table %s owner to intellibox_queue', item.name);
  end loop;
  for item in
    select oid::regprocedure as name from pg_proc
    where pronamespace = 'pgboss'::regnamespace and proowner <> 'intellibox_queue'::regrole
  loop
    execute format('alter routine %s owner to intellibox_queue', item.name);
  end loop;
  for item in
    select oid::regtype as name from pg_type
    where typnamespace = 'pgboss'::regnamespace and typtype in ('e', 'd') and typowner <> 'intellibox_queue'::regrole
  loop
    execute format('alter type %s owner to intellibox_queue', item.name);
  end loop;
end $$;
