-- Counts activity for the dashboards. Compared with the database like fence.sql.

-- Triggers run as intellibox_definer, the only role that may insert activity. The check of the tenant skips rows that are deleted
-- together with their company. Erasure and retention delete rows without uncounting them: counts hold no personal data.
create or replace function note_activity(tenant uuid, person uuid, what text, happened timestamptz, change bigint) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp
as $$
  insert into public.activity (tenant_id, user_id, kind, at, amount)
  select tenant, person, what, date_bin('15 minutes', happened, timestamptz '2000-01-01 00:00+00'), change
  where person is not null and exists (select from public.tenants t where t.id = tenant)
    and (change > 0 or coalesce(current_setting('app.keeps_counts', true), '') <> 'on')
$$;

-- Sent mail, without test mails of a mail server.
create or replace function note_sent_mail() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    perform public.note_activity(new.tenant_id, new.user_id, 'sent', coalesce(new.sent_at, new.created_at), 1);
  else
    perform public.note_activity(old.tenant_id, old.user_id, 'sent', coalesce(old.sent_at, old.created_at), -1);
  end if;
  return null;
end $$;
create or replace trigger added_sent_mail_counts after insert on email_logs for each row
  when (new.status = 'sent' and new.kind <> 'test') execute function note_sent_mail();
create or replace trigger removed_sent_mail_counts after delete on email_logs for each row
  when (old.status = 'sent' and old.kind <> 'test') execute function note_sent_mail();

-- By statement, because outcomes are written in batches: one row for each sender. An update that does not change the count, such as
-- an open, adds nothing. A generic plan is safe, because there is only one way to run it.
create or replace function note_settled_mail() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
as $$
begin
  insert into public.activity (tenant_id, user_id, kind, at, amount)
  select tenant_id, user_id, 'sent', quarter, sum(change)
  from (
    select tenant_id, user_id, status, kind, date_bin('15 minutes', moment, timestamptz '2000-01-01 00:00+00') as quarter, -1 as change
    from before
    union all
    select tenant_id, user_id, status, kind, date_bin('15 minutes', moment, timestamptz '2000-01-01 00:00+00'), 1 from after
  ) changed
  where status = 'sent' and kind <> 'test' and user_id is not null
    and exists (select from public.tenants t where t.id = tenant_id)
  group by tenant_id, user_id, quarter having sum(change) <> 0;
  return null;
end $$;
create or replace trigger settled_mail_counts after update on email_logs
  referencing old table as before new table as after for each statement execute function note_settled_mail();

-- Successful calls of a model that a person asked for.
create or replace function note_ai_usage() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op <> 'INSERT' and old.succeeded and old.kind not in ('test', 'embed') then
    perform public.note_activity(old.tenant_id, old.user_id, old.kind, old.at, -1);
  end if;
  if tg_op <> 'DELETE' and new.succeeded and new.kind not in ('test', 'embed') then
    perform public.note_activity(new.tenant_id, new.user_id, new.kind, new.at, 1);
  end if;
  return null;
end $$;
create or replace trigger ai_usage_counts after insert or update or delete on ai_usage
  for each row execute function note_ai_usage();

-- Received mail, by statement, because a sync inserts hundreds at once. As above, a generic plan is safe.
create or replace function note_received_mail() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
as $$
begin
  insert into public.activity (tenant_id, user_id, kind, at, amount)
  select tenant_id, user_id, 'received', quarter, case tg_op when 'INSERT' then amount else -amount end
  from (
    select tenant_id, user_id, date_bin('15 minutes', date, timestamptz '2000-01-01 00:00+00') as quarter, count(*) as amount
    from changed where folder <> 'sent' and user_id is not null group by 1, 2, 3
  ) counted
  where exists (select from public.tenants t where t.id = tenant_id)
    and (tg_op = 'INSERT' or coalesce(current_setting('app.keeps_counts', true), '') <> 'on');
  return null;
end $$;
create or replace trigger received_mail_counts after insert on messages
  referencing new table as changed for each statement execute function note_received_mail();
create or replace trigger removed_mail_counts after delete on messages
  referencing old table as changed for each statement execute function note_received_mail();

create or replace function note_moved_mail() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if old.folder <> 'sent' then perform public.note_activity(old.tenant_id, old.user_id, 'received', old.date, -1); end if;
  if new.folder <> 'sent' then perform public.note_activity(new.tenant_id, new.user_id, 'received', new.date, 1); end if;
  return null;
end $$;
create or replace trigger moved_mail_counts after update of folder, date, user_id on messages for each row
  when ((old.folder = 'sent') <> (new.folder = 'sent') or old.date <> new.date or old.user_id <> new.user_id)
  execute function note_moved_mail();

grant insert on activity to intellibox_definer;
grant select on tenants to intellibox_definer;
create policy definer_notes on activity for insert to intellibox_definer with check (true);

alter function note_activity(uuid, uuid, text, timestamptz, bigint) owner to intellibox_definer;
alter function note_sent_mail() owner to intellibox_definer;
alter function note_settled_mail() owner to intellibox_definer;
alter function note_ai_usage() owner to intellibox_definer;
alter function note_received_mail() owner to intellibox_definer;
alter function note_moved_mail() owner to intellibox_definer;
revoke all on function note_activity(uuid, uuid, text, timestamptz, bigint), note_sent_mail(), note_settled_mail(),
  note_ai_usage(), note_received_mail(), note_moved_mail() from public;
