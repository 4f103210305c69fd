-- Searches and counts mail. Compared with the database like fence.sql.
create or replace function tidy_search() returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp
as $$ select gin_clean_pending_list('public.message_search_tagged') $$;
revoke all on function tidy_search() from public;
grant execute on function tidy_search() to intellibox_platform;

-- The prefix of all words of a user's mail (lib/tokenize.ts). All users share one index; without the prefix, a search for a word that
-- is rare in the user's mail would read everyone's entries.
create or replace function search_tag(owner uuid) returns text
-- Has no setting, so that PostgreSQL puts its body in the place of a call. The names in it are resolved already.
language sql immutable
return right(owner::text, 6);

-- The year and the week of a mail as words, so that a search can look through the newest weeks first, and through all years only if
-- those do not fill a page. These are in PL/pgSQL, which keeps its plans: a function in SQL is planned for each statement that calls
-- it, which took longer than a search.
create or replace function search_eras(owner uuid, at timestamptz) returns text[]
language plpgsql immutable set search_path = pg_catalog, pg_temp
as $$
declare
  tag text := public.search_tag(owner);
begin
  return array[tag || 'in:' || to_char(at at time zone 'UTC', 'IYYY'), tag || 'in:' || to_char(at at time zone 'UTC', 'IYYY"w"IW'), tag];
end $$;

create or replace function within_weeks(owner uuid, newest timestamptz, weeks int) returns tsquery
language plpgsql immutable strict set search_path = pg_catalog, pg_temp
as $$
declare
  words text[];
begin
  for n in 0..weeks - 1 loop
    words := words || quote_literal((public.search_eras(owner, newest - interval '7 days' * n))[2]);
  end loop;
  return array_to_string(words, ' | ')::tsquery;
end $$;
create or replace function within_years(owner uuid, newest timestamptz, years int) returns tsquery
language plpgsql immutable strict set search_path = pg_catalog, pg_temp
as $$
declare
  words text[];
begin
  for n in 0..years - 1 loop
    words := words || quote_literal((public.search_eras(owner, newest - interval '1 year' * n))[1]);
  end loop;
  return array_to_string(words, ' | ')::tsquery;
end $$;

-- Finds the caller's mail, newest first; `in_places`, `also_places` and `out_places` are folders, `out_threads` are threads. Runs as a role that may read all rows,
-- because PostgreSQL does not use the GIN index under a policy. So this function is part of the fence: it takes the tenant and the user
-- from the transaction, never from its arguments, and returns only ids and dates.
create or replace function find_mail(
  asked tsquery, in_mailbox uuid, in_folders text[], with_attachment boolean, is_unread boolean, is_starred boolean,
  in_places uuid[], also_places uuid[], out_places uuid[], out_threads uuid[],
  from_date timestamptz, to_date timestamptz, before_date timestamptz, before_id uuid, most int, newest_only boolean
) returns table (id uuid, date timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan set enable_seqscan = off
as $$
#variable_conflict use_column
declare
  tenant uuid := nullif(current_setting('app.tenant_id', true), '')::uuid;
  owner uuid := nullif(current_setting('app.user_id', true), '')::uuid;
  -- How many of the newest messages are scanned before the GIN index is used. Frequent words are found here: the first 64 show
  -- whether 250 to 500 would fill the page. A search for unread mail scans only that, which is usually all of it.
  probe int := case
    -- Each message is looked up among the starred ones, in folders or in threads.
    when newest_only and (is_starred is not null or also_places is not null or out_places is not null or out_threads is not null) then 1500
    when newest_only then 5000 when is_unread then 1000 else 64 end;
  what tsquery := case when with_attachment then asked && quote_literal(public.search_tag(owner) || 'has:attachment')::tsquery else asked end;
  probed uuid[];
  near uuid[];
  dates timestamptz[];
  oldest timestamptz;
  newest timestamptz;
  within tsquery;
begin
  if tenant is null or owner is null then raise exception 'search outside of a fence'; end if;
  if current_setting('app.mail_closed', true) = 'on' then return; end if;
  -- Planning takes half of the time of a search. One plan serves all searches that need no index of days or of unread mail. The setting
  -- ends with the call.
  if num_nonnulls(is_unread, from_date, to_date, before_date) = 0 and not newest_only then
    perform set_config('plan_cache_mode', 'force_generic_plan', true);
  end if;

  -- The newest messages, by the index of the narrowest list that the search names: a page is then full after as few of them as
  -- without the list. If it is not, a short list is read to its end.
  loop
    if in_places is not null then
      select array_agg(n.id), min(n.date), max(n.date) into probed, oldest, newest from (
        -- A message can be in several of the folders.
        select distinct p.id, p.date from unnest(in_places) place (id), lateral (
          select p.message_id as id, p.date from public.message_folders p
          where p.tenant_id = tenant and p.folder_id = place.id and p.pending is distinct from 'remove' and (is_unread is not true or p.unread)
            and (before_date is null or (p.date, p.message_id) < (before_date, before_id)) and (to_date is null or p.date < to_date)
          order by p.date desc, p.message_id desc limit probe
        ) p order by p.date desc, p.id desc limit probe
      ) n;
    elsif is_starred then
      select array_agg(n.id), min(n.date), max(n.date) into probed, oldest, newest from (
        select m.id, m.date from public.messages m
        where m.tenant_id = tenant and m.user_id = owner and m.starred
          and (before_date is null or (m.date, m.id) < (before_date, before_id)) and (to_date is null or m.date < to_date)
        order by m.date desc, m.id desc limit probe
      ) n;
    elsif cardinality(in_folders) = 1 and is_unread is not true then
      select array_agg(n.id), min(n.date), max(n.date) into probed, oldest, newest from (
        select m.id, m.date from public.messages m
        where m.tenant_id = tenant and m.user_id = owner and m.folder = in_folders[1]
          and (before_date is null or (m.date, m.id) < (before_date, before_id)) and (to_date is null or m.date < to_date)
        order by m.date desc, m.id desc limit probe
      ) n;
    else
      select array_agg(n.id), min(n.date), max(n.date) into probed, oldest, newest from (
        select s.id, s.date from public.message_search s
        where s.tenant_id = tenant and s.user_id = owner and (is_unread is not true or s.unread)
          and (before_date is null or (s.date, s.id) < (before_date, before_id)) and (to_date is null or s.date < to_date)
        order by s.date desc, s.id desc limit probe
      ) n;
    end if;

    select array_agg(s.id order by s.date desc, s.id desc), array_agg(s.date order by s.date desc, s.id desc) into near, dates
    -- `offset 0` keeps PostgreSQL from reading the whole list of a frequent word in the GIN index for these few messages, and
    -- `is not distinct from` from reading all messages of the owner.
    from (select * from public.message_search s where s.tenant_id = tenant and s.user_id is not distinct from owner and s.id = any (probed) offset 0) s
    where not s.is_hidden and s.folder = any (in_folders)
      and (in_mailbox is null or s.mailbox_id = in_mailbox)
      and (with_attachment is null or s.has_attachment = with_attachment)
      and (is_unread is null or s.unread = is_unread)
      and (from_date is null or s.date >= from_date)
      and (numnode(what) = 0 or s.words @@ what)
      and (is_starred is not true or in_places is null or exists (select from public.messages m where m.tenant_id = tenant and m.id = s.id and m.starred))
      and (is_starred is not false or not exists (select from public.messages m where m.tenant_id = tenant and m.id = s.id and m.starred))
      and (also_places is null or exists (
        select from public.message_folders p where p.tenant_id = tenant and p.message_id = s.id and p.folder_id = any (also_places) and p.pending is distinct from 'remove'))
      and (out_places is null or not exists (
        select from public.message_folders p where p.tenant_id = tenant and p.message_id = s.id and p.folder_id = any (out_places) and p.pending is distinct from 'remove'))
      and (out_threads is null or (select m.thread_id from public.messages m where m.tenant_id = tenant and m.id = s.id) <> all (out_threads));

    -- The page is full, or there is no more mail to scan.
    if newest_only or cardinality(near) >= most or coalesce(cardinality(probed), 0) < probe or oldest < from_date then
      return query select * from unnest(near[:most], dates[:most]);
      return;
    end if;

    -- As many as the page needs if they are as frequent there, and some more.
    if probe = 64 and cardinality(near) * 500 >= most * 64 then
      probe := least(greatest(most * 72 / cardinality(near), 250), 500);
      continue;
    end if;
    exit when probe > 1000 or (in_places is null and is_starred is not true);
    exit when (
      select count(*) from (
        select from public.message_folders p where p.tenant_id = tenant and p.folder_id = any (in_places)
        union all
        select from public.messages m where in_places is null and m.tenant_id = tenant and m.user_id = owner and m.starred
        limit 1001
      ) c) > 1000;
    probe := 1001;
  end loop;

  -- Two weeks, nine weeks, two years, then everything: each step finds few more than a page needs. The last step adds the owner's tag
  -- if the query has no word that the index could use.
  for step in 1..4 loop
    -- A query without a hit in the newest weeks is rare, so its posting list is short: skip to the last step.
    continue when step in (2, 3) and cardinality(near) is null;
    -- Each is made when its step needs it: most searches end after the first one.
    within := case step when 1 then public.within_weeks(owner, newest, 2) when 2 then public.within_weeks(owner, newest, 9)
      when 3 then public.within_years(owner, newest, 2)
      else (case when querytree(what) in ('', 'T') then quote_literal(public.search_tag(owner)) else '' end)::tsquery end;
    with hits as materialized (
      select s.id, s.date from public.message_search s
      -- `is not distinct from` keeps PostgreSQL from using an index on the owner instead of the GIN index.
      where s.tenant_id is not distinct from tenant and s.user_id is not distinct from owner and not s.is_hidden and s.folder = any (in_folders)
        and (in_mailbox is null or s.mailbox_id = in_mailbox)
        and (with_attachment is null or s.has_attachment = with_attachment)
        and (is_unread is null or s.unread = is_unread)
        and (from_date is null or s.date >= from_date)
        and (to_date is null or s.date < to_date)
        and (before_date is null or (s.date, s.id) < (before_date, before_id))
        and s.words @@ (what && within)
    ), sorted as materialized (
      -- In order, and read only until the page is full: folders are looked up for few more hits than it needs.
      select id, date from hits order by hits.date desc, hits.id desc
    )
    select array_agg(h.id order by h.date desc, h.id desc), array_agg(h.date order by h.date desc, h.id desc) into near, dates from (
      select s.id, s.date from sorted s
      where (is_starred is not true or exists (select from public.messages m where m.tenant_id = tenant and m.id = s.id and m.starred))
        and (is_starred is not false or not exists (select from public.messages m where m.tenant_id = tenant and m.id = s.id and m.starred))
        and (in_places is null or exists (
          select from public.message_folders p where p.tenant_id = tenant and p.message_id = s.id and p.folder_id = any (in_places) and p.pending is distinct from 'remove'))
        and (also_places is null or exists (
          select from public.message_folders p where p.tenant_id = tenant and p.message_id = s.id and p.folder_id = any (also_places) and p.pending is distinct from 'remove'))
        and (out_places is null or not exists (
          select from public.message_folders p where p.tenant_id = tenant and p.message_id = s.id and p.folder_id = any (out_places) and p.pending is distinct from 'remove'))
        and (out_threads is null or (select m.thread_id from public.messages m where m.tenant_id = tenant and m.id = s.id) <> all (out_threads))
      limit most
    ) h;
    exit when cardinality(near) >= most;
  end loop;
  return query select * from unnest(near, dates);
end $$;

-- For processes of the earlier version.
create or replace function search_messages(
  asked tsquery, in_mailbox uuid, in_folders text[], with_attachment boolean, is_unread boolean,
  from_date timestamptz, to_date timestamptz, before_date timestamptz, before_id uuid, most int, newest_only boolean
) returns table (id uuid, date timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select * from public.find_mail(asked, in_mailbox, in_folders, with_attachment, is_unread, null, null, null, null, null,
    from_date, to_date, before_date, before_id, most, newest_only)
$$;

grant select on message_search to intellibox_definer;
create policy definer_reads on message_search for select to intellibox_definer using (true);
grant select (tenant_id, id, user_id, folder, date, starred, thread_id) on messages to intellibox_definer;
create policy definer_reads on messages for select to intellibox_definer using (true);
grant select (tenant_id, message_id, folder_id, date, unread, pending) on message_folders to intellibox_definer;
create policy definer_reads on message_folders for select to intellibox_definer using (true);
alter function find_mail(tsquery, uuid, text[], boolean, boolean, boolean, uuid[], uuid[], uuid[], uuid[], timestamptz, timestamptz, timestamptz, uuid, int, boolean) owner to intellibox_definer;
revoke all on function find_mail(tsquery, uuid, text[], boolean, boolean, boolean, uuid[], uuid[], uuid[], uuid[], timestamptz, timestamptz, timestamptz, uuid, int, boolean) from public;
grant execute on function find_mail(tsquery, uuid, text[], boolean, boolean, boolean, uuid[], uuid[], uuid[], uuid[], timestamptz, timestamptz, timestamptz, uuid, int, boolean) to intellibox_tenant;
alter function search_messages(tsquery, uuid, text[], boolean, boolean, timestamptz, timestamptz, timestamptz, uuid, int, boolean) owner to intellibox_definer;
revoke all on function search_messages(tsquery, uuid, text[], boolean, boolean, timestamptz, timestamptz, timestamptz, uuid, int, boolean) from public;
grant execute on function search_messages(tsquery, uuid, text[], boolean, boolean, timestamptz, timestamptz, timestamptz, uuid, int, boolean) to intellibox_tenant;
revoke all on function within_weeks(uuid, timestamptz, int), within_years(uuid, timestamptz, int), search_tag(uuid) from public;
grant execute on function within_weeks(uuid, timestamptz, int), within_years(uuid, timestamptz, int) to intellibox_definer;
grant execute on function search_tag(uuid) to intellibox_definer, intellibox_tenant;
revoke all on function search_eras(uuid, timestamptz) from public;
grant execute on function search_eras(uuid, timestamptz) to intellibox_definer, intellibox_tenant;

-- Maintains the counts of a mailbox, so that no query has to count its messages.
-- An update that changes no count locks no mailbox.
create or replace function count_messages() returns trigger language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'INSERT' then perform public.add_counts(tenant_id, mailbox_id, messages, inbox, unread) from (
    select tenant_id, mailbox_id, count(*) filter (where folder not in ('trash', 'gone') and remove_at is null) as messages,
      count(*) filter (where folder = 'inbox' and remove_at is null) as inbox,
      count(*) filter (where folder = 'inbox' and unread and remove_at is null) as unread
    from after group by 1, 2) counted;
  elsif tg_op = 'DELETE' then perform public.add_counts(tenant_id, mailbox_id, -messages, -inbox, -unread) from (
    select tenant_id, mailbox_id, count(*) filter (where folder not in ('trash', 'gone') and remove_at is null) as messages,
      count(*) filter (where folder = 'inbox' and remove_at is null) as inbox,
      count(*) filter (where folder = 'inbox' and unread and remove_at is null) as unread
    from before group by 1, 2) counted;
  else perform public.add_counts(tenant_id, mailbox_id, messages, inbox, unread) from (
    select tenant_id, mailbox_id, sum(case when folder not in ('trash', 'gone') and remove_at is null then sign else 0 end) as messages,
      sum(case when folder = 'inbox' and remove_at is null then sign else 0 end) as inbox,
      sum(case when folder = 'inbox' and unread and remove_at is null then sign else 0 end) as unread
    from (
      select 1 as sign, tenant_id, mailbox_id, folder, unread, remove_at from after
      union all select -1, tenant_id, mailbox_id, folder, unread, remove_at from before
    ) one group by 1, 2) counted;
  end if;
  return null;
end $$;
create or replace function add_counts(tenant uuid, mailbox uuid, messages bigint, inbox bigint, unread bigint) returns void
language sql set search_path = pg_catalog, pg_temp
as $$
  update public.mailboxes
  set message_count = message_count + messages, inbox_count = inbox_count + inbox, unread_count = unread_count + unread
  where tenant_id = tenant and id = mailbox and (messages <> 0 or inbox <> 0 or unread <> 0)
$$;
revoke all on function add_counts(uuid, uuid, bigint, bigint, bigint) from public;
grant execute on function add_counts(uuid, uuid, bigint, bigint, bigint) to intellibox_tenant;

create or replace trigger messages_inserted after insert on messages
  referencing new table as after for each statement execute function count_messages();
create or replace trigger messages_updated after update on messages
  referencing old table as before new table as after for each statement execute function count_messages();
create or replace trigger messages_deleted after delete on messages
  referencing old table as before for each statement execute function count_messages();

-- Maintains the counts of folders in the same way. A place that was left here counts no more, also before its server knows.
create or replace function count_folders() returns trigger language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'INSERT' then perform public.add_folder_counts(tenant_id, folder_id, messages, unread) from (
    select tenant_id, folder_id, count(*) filter (where is_listed) as messages, count(*) filter (where unread and is_listed) as unread
    from (select *, not is_hidden and pending is distinct from 'remove' as is_listed from after) a group by 1, 2) counted;
  elsif tg_op = 'DELETE' then perform public.add_folder_counts(tenant_id, folder_id, -messages, -unread) from (
    select tenant_id, folder_id, count(*) filter (where is_listed) as messages, count(*) filter (where unread and is_listed) as unread
    from (select *, not is_hidden and pending is distinct from 'remove' as is_listed from before) b group by 1, 2) counted;
  else perform public.add_folder_counts(tenant_id, folder_id, messages, unread) from (
    select tenant_id, folder_id, sum(case when is_listed then sign else 0 end) as messages,
      sum(case when unread and is_listed then sign else 0 end) as unread
    from (
      select 1 as sign, tenant_id, folder_id, unread, not is_hidden and pending is distinct from 'remove' as is_listed from after
      union all select -1, tenant_id, folder_id, unread, not is_hidden and pending is distinct from 'remove' from before
    ) one group by 1, 2) counted;
  end if;
  return null;
end $$;
create or replace function add_folder_counts(tenant uuid, folder uuid, messages bigint, unread bigint) returns void
language sql set search_path = pg_catalog, pg_temp
as $$
  update public.folders set message_count = message_count + messages, unread_count = unread_count + unread
  where tenant_id = tenant and id = folder and (messages <> 0 or unread <> 0)
$$;
revoke all on function add_folder_counts(uuid, uuid, bigint, bigint) from public;
grant execute on function add_folder_counts(uuid, uuid, bigint, bigint) to intellibox_tenant;

create or replace trigger places_inserted after insert on message_folders
  referencing new table as after for each statement execute function count_folders();
create or replace trigger places_updated after update on message_folders
  referencing old table as before new table as after for each statement execute function count_folders();
create or replace trigger places_deleted after delete on message_folders
  referencing old table as before for each statement execute function count_folders();

-- Puts messages that an earlier version inserts during an upgrade into the folder of their role.
create or replace function place_messages() returns trigger language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.message_folders (tenant_id, user_id, mailbox_id, folder_id, message_id, remote_id, date, unread, is_hidden)
  select m.tenant_id, m.user_id, m.mailbox_id, f.id, m.id, m.remote_id, m.date, m.unread, m.remove_at is not null
  from after m join public.folders f on f.tenant_id = m.tenant_id and f.mailbox_id = m.mailbox_id and f.role = m.folder
  where not exists (select from public.message_folders p where p.tenant_id = m.tenant_id and p.message_id = m.id)
  on conflict do nothing;
  return null;
end $$;
create or replace trigger messages_placed after insert on messages
  referencing new table as after for each statement execute function place_messages();

-- Notes which people's lists of mail a transaction changes, so that an unchanged list can be answered without reading it. One row for
-- each transaction and person, because an inserted row waits for nobody, unlike a counter. A transaction that finds many rows deletes
-- the others; one at a time, so that nobody waits. Its own row is new, so the rest equals no earlier state.
create or replace function note_mail_change(tenant uuid, person uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan
as $$
declare
  own uuid := gen_random_uuid();
begin
  -- The setting ends with the transaction, and a savepoint that is rolled back takes it back, too.
  if person is null or current_setting('app.mail_changed', true) = person::text then return; end if;
  perform set_config('app.mail_changed', person::text, true);
  -- Rows may be deleted together with their account.
  insert into public.mail_changes (tenant_id, user_id, id)
  select tenant, person, own where exists (select from public.users u where u.tenant_id = tenant and u.id = person);
  if (select count(*) from public.mail_changes c where c.tenant_id = tenant and c.user_id = person) > 16
    and pg_try_advisory_xact_lock(hashtextextended('mail_changes ' || person, 0)) then
    delete from public.mail_changes c where c.tenant_id = tenant and c.user_id = person and c.id <> own;
  end if;
end $$;
create or replace function note_changed_mail() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'DELETE' then
    perform public.note_mail_change(tenant_id, user_id) from (select distinct tenant_id, user_id from before) changed;
  else
    perform public.note_mail_change(tenant_id, user_id) from (select distinct tenant_id, user_id from after) changed;
  end if;
  return null;
end $$;
-- For tables with few rows, whose updates mostly change what no list shows.
create or replace function note_changed_place() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  if tg_op = 'DELETE' then perform public.note_mail_change(old.tenant_id, old.user_id);
  else perform public.note_mail_change(new.tenant_id, new.user_id);
  end if;
  return null;
end $$;
create or replace function note_changed_address() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform public.note_mail_change(new.tenant_id, new.id);
  return null;
end $$;
-- Runs after the cascades of foreign keys, whose names come first. They wait for every transaction that changes mail of the person, so
-- no row is noted later.
create or replace function forget_mail_changes() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  delete from public.mail_changes where tenant_id = old.tenant_id and user_id = old.id;
  return null;
end $$;

create or replace trigger messages_added_is_noted after insert on messages
  referencing new table as after for each statement execute function note_changed_mail();
create or replace trigger messages_changed_is_noted after update on messages
  referencing new table as after for each statement execute function note_changed_mail();
create or replace trigger messages_removed_is_noted after delete on messages
  referencing old table as before for each statement execute function note_changed_mail();
create or replace trigger message_folders_added_is_noted after insert on message_folders
  referencing new table as after for each statement execute function note_changed_mail();
create or replace trigger message_folders_changed_is_noted after update on message_folders
  referencing new table as after for each statement execute function note_changed_mail();
create or replace trigger message_folders_removed_is_noted after delete on message_folders
  referencing old table as before for each statement execute function note_changed_mail();
create or replace trigger muted_threads_added_is_noted after insert on muted_threads
  referencing new table as after for each statement execute function note_changed_mail();
create or replace trigger muted_threads_changed_is_noted after update on muted_threads
  referencing new table as after for each statement execute function note_changed_mail();
create or replace trigger muted_threads_removed_is_noted after delete on muted_threads
  referencing old table as before for each statement execute function note_changed_mail();
create or replace trigger drafts_added_is_noted after insert on drafts
  referencing new table as after for each statement execute function note_changed_mail();
create or replace trigger drafts_changed_is_noted after update on drafts
  referencing new table as after for each statement execute function note_changed_mail();
create or replace trigger drafts_removed_is_noted after delete on drafts
  referencing old table as before for each statement execute function note_changed_mail();
create or replace trigger prepared_drafts_added_is_noted after insert on prepared_drafts
  referencing new table as after for each statement execute function note_changed_mail();
create or replace trigger prepared_drafts_changed_is_noted after update on prepared_drafts
  referencing new table as after for each statement execute function note_changed_mail();
create or replace trigger prepared_drafts_removed_is_noted after delete on prepared_drafts
  referencing old table as before for each statement execute function note_changed_mail();
create or replace trigger thread_links_added_is_noted after insert on thread_links
  referencing new table as after for each statement execute function note_changed_mail();
create or replace trigger thread_links_changed_is_noted after update on thread_links
  referencing new table as after for each statement execute function note_changed_mail();
create or replace trigger thread_links_removed_is_noted after delete on thread_links
  referencing old table as before for each statement execute function note_changed_mail();
create or replace trigger mailboxes_come_and_go_is_noted after insert or delete on mailboxes
  for each row execute function note_changed_place();
create or replace trigger mailboxes_changed_is_noted after update of email, aliases on mailboxes for each row
  when (old.email is distinct from new.email or old.aliases is distinct from new.aliases) execute function note_changed_place();
create or replace trigger folders_come_and_go_is_noted after insert or delete on folders
  for each row execute function note_changed_place();
create or replace trigger folders_changed_is_noted after update of role, is_selectable, is_followed on folders for each row
  when (old.role is distinct from new.role or old.is_selectable is distinct from new.is_selectable
    or old.is_followed is distinct from new.is_followed)
  execute function note_changed_place();
create or replace trigger users_changed_is_noted after update of email on users for each row
  when (old.email is distinct from new.email) execute function note_changed_address();
create or replace trigger users_removed_are_forgotten after delete on users
  for each row execute function forget_mail_changes();

grant select, insert, delete on mail_changes to intellibox_definer;
create policy definer_notes on mail_changes to intellibox_definer using (true) with check (true);
alter function note_mail_change(uuid, uuid) owner to intellibox_definer;
alter function note_changed_mail() owner to intellibox_definer;
alter function note_changed_place() owner to intellibox_definer;
alter function note_changed_address() owner to intellibox_definer;
alter function forget_mail_changes() owner to intellibox_definer;
revoke all on function note_mail_change(uuid, uuid), note_changed_mail(), note_changed_place(), note_changed_address(),
  forget_mail_changes() from public;
