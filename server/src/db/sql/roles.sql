-- The roles of all statements of the program. They are cluster-wide, so they may exist already.
-- intellibox_app is the role of a connection outside of a fenced transaction: it may only look up tokens.
-- The program signs in with a role that can become only these; see login.ts.
do $$
declare
  role_name text;
begin
  foreach role_name in array array['intellibox_app', 'intellibox_tenant', 'intellibox_platform', 'intellibox_definer', 'intellibox_queue'] loop
    begin
      if not exists (select from pg_roles where rolname = role_name) then
        execute format('create role %I nologin noinherit nobypassrls', role_name);
      end if;
    exception when duplicate_object or unique_violation then
      null; -- another database of this cluster is migrated at the same time
    end;
  end loop;
end $$;

do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant intellibox_app, intellibox_tenant, intellibox_platform, intellibox_definer, intellibox_queue to %I', current_user);
  end if;
end $$;
