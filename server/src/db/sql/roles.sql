-- The roles under which every statement of the program runs. Cluster-wide, so they may exist already.
-- intellibox_app is what a connection is until it opens a fenced transaction: it may do nothing but ask who holds a token.
-- Who signs in is a role that can become these and no other; see login.ts.
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
      null; -- another database of this cluster is being made at the same moment
    end;
  end loop;
end $$;

do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant intellibox_app, intellibox_tenant, intellibox_platform, intellibox_definer, intellibox_queue to %I', current_user);
  end if;
end $$;
