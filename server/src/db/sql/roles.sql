-- The roles of all statements of the program. They are cluster-wide, so they may exist already.
-- intellibox_app is the role of a connection outside of a fenced transaction: it may only look up tokens.
-- The program signs in with a role that can become only these; see login.ts.
-- Applied at each migration, so every statement first checks whether it is needed.
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
    if not pg_has_role(current_user, role_name, 'usage') then
      execute format('grant %I to %I', role_name, current_user);
    end if;
    if role_name <> 'intellibox_queue' and not has_schema_privilege(role_name, 'public', 'usage') then
      execute format('grant usage on schema public to %I', role_name);
    end if;
  end loop;
  if has_schema_privilege('public', 'public', 'create') then
    revoke create on schema public from public;
  end if;
end $$;
