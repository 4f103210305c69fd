-- The rights of each role, and the functions that pass the fence. migrate/definitions.ts compares this file with the database, and
-- changes only what differs. It also forces row-level security on every table before it grants a right on it.
-- A statement that is taken out of here stays in force until `npm run migrate -- --contract`; see docs/decisions/011-upgrades.md.

-- Tenant role: rights on rows of the request's own tenant. Everything else is forbidden.
grant select on plans to intellibox_tenant;
grant select, update on tenants to intellibox_tenant;
grant select, insert, update, delete on users to intellibox_tenant;
grant select, insert on audit_records, ai_usage to intellibox_tenant;
grant select, insert, update on ai_feedback to intellibox_tenant;
grant select, insert, update, delete on mail_servers, ai_settings, ai_choices, email_logs to intellibox_tenant;
grant select, insert, update on outbox, send_counts to intellibox_tenant;
grant select, insert, delete on outbox_contents to intellibox_tenant;
grant select, insert on tracked_links to intellibox_tenant;
grant select on engagements to intellibox_tenant;
grant select, insert, update, delete on follow_ups to intellibox_tenant;
grant select, insert, update, delete on summaries, drafts, prepared_drafts, templates, voices to intellibox_tenant;
grant select, insert, update, delete on mailboxes, messages, message_contents, folders, message_folders, mail_actions, thread_links, muted_threads, image_senders, blocked_senders, message_priorities, sender_priorities, briefing_mails, unsubscriptions, invitation_answers to intellibox_tenant;
grant select, insert, update, delete on people, person_addresses, person_words, forgotten_addresses, people_progress to intellibox_tenant;
grant select, insert, delete on learned_mails, people_undos, people_apart to intellibox_tenant;
grant select, insert, update, delete on notification_devices, notification_settings, notifications, notification_deliveries to intellibox_tenant;
-- Knowledge. The rows of the company have no user; only administrators change them.
grant select, insert, update, delete on knowledge_sources, knowledge_files, knowledge_pieces to intellibox_tenant;
-- Created and deleted by the same user; never updated.
grant select, insert, delete on oauth_attempts to intellibox_tenant;
grant select, insert, update, delete on push_channels to intellibox_tenant;
grant select, insert on push_notices to intellibox_tenant;
-- Written and deleted with the message. Only the search function reads the words.
grant select (tenant_id, id, user_id, mailbox_id), insert, update, delete on message_search to intellibox_tenant;
-- Only triggers write the counts; see activity.sql.
grant select on activity, activity_counts to intellibox_tenant;
grant select, insert, update on requests to intellibox_tenant;
-- Notices about an account; its user may only dismiss them.
grant select, insert, update (dismissed_at) on account_notices to intellibox_tenant;
grant select, insert, update on retention_settings to intellibox_tenant;
-- Mail to many. Administrators see the runs of their company, but neither text nor values.
grant select, insert, update, delete on mail_merges, mail_merge_contents, mail_merge_recipients, suppressions to intellibox_tenant;
-- Rules for mail. The rows of the company have no user; only administrators change them.
grant select, insert, update, delete on mail_rules, mail_rule_queue, mail_rule_runs, mail_rule_answers, mail_rule_replies, mail_rule_secrets to intellibox_tenant;
grant select, insert, update on mail_rule_settings to intellibox_tenant;
-- Only written, with the mail that has the link: the token finds its own way back, as platform.
grant select (tenant_id), insert on unsubscribe_links to intellibox_tenant;
-- To end sessions when an account changes. The tokens are in a table that this role cannot read.
grant select, delete on sessions to intellibox_tenant;

-- Platform role: super admin lists, sign-in, jobs.
grant select, insert, update, delete on plans, tenants, users, sessions, session_tokens, login_failures to intellibox_platform;
grant select, insert on audit_records to intellibox_platform;
grant select, insert, delete on ai_usage to intellibox_platform;
-- Exports and erasures: the person who starts one may be in another company than its subject.
grant select, insert, update, delete on data_tasks to intellibox_platform;
grant select, insert, update on retention_settings to intellibox_platform;
grant select, insert, update, delete on mail_servers, ai_settings, ai_choices, email_logs to intellibox_platform;
grant select, insert, update, delete on password_links to intellibox_platform;
grant select, insert, update (dismissed_at, by_name, by_email, address) on account_notices to intellibox_platform;
-- Whether a user has drafts or summaries, without their content.
grant select (tenant_id, id, user_id) on drafts, summaries to intellibox_platform;
-- Removes deleted templates, without reading their content.
grant select (tenant_id, id, removed_at), delete on templates to intellibox_platform;
-- Sends mail and records its outcome, without reading its content.
grant select, update, delete on outbox to intellibox_platform;
grant select (tenant_id, id), delete on outbox_contents to intellibox_platform;
grant select on send_counts, tracked_links to intellibox_platform;
grant select, insert on engagements to intellibox_platform;
-- Which follow-ups are due and for whom, without their content.
grant select (tenant_id, id, user_id, due_at, state) on follow_ups to intellibox_platform;
-- Which mail merges are due and for whom, and their totals, without text and values. A visitor's unsubscribe link.
grant select, update, delete on mail_merges to intellibox_platform;
grant select (tenant_id, id, user_id, merge_id, address, state, log_id, unsubscribed_at, replied_at), update (unsubscribed_at) on mail_merge_recipients to intellibox_platform;
grant select on unsubscribe_links to intellibox_platform;
grant select, insert on suppressions to intellibox_platform;
-- Which messages come back from a snooze and for whom, without their content.
grant select (tenant_id, id, user_id, snoozed_until) on messages to intellibox_platform;

-- Which mailboxes and users have mail that no people were learned from yet, and what can no longer be undone.
grant select (tenant_id, user_id, source) on people_progress to intellibox_platform;
grant select (tenant_id, id, created_at), delete on people_undos to intellibox_platform;

-- Who gets a briefing by mail, and when.
grant select (tenant_id, user_id, is_on, next_at) on briefing_mails to intellibox_platform;

-- Whose voice is to be learned, without what was learned.
grant select (tenant_id, user_id, is_on, next_at) on voices to intellibox_platform;

-- Which files of knowledge are still to be read, and removing deleted entries, without their content.
grant select (tenant_id, id, user_id, state, reading_since, removed_at), delete on knowledge_sources to intellibox_platform;

-- Which mail waits for a prepared draft and for whom, without text. Removes old rows.
grant select (tenant_id, id, user_id, next_at, lease_by, lease_until, written_at, created_at), delete on prepared_drafts to intellibox_platform;

-- The installation's own key pair for notifications, and moving it in a key rotation.
grant select, insert, update on web_push_keys to intellibox_platform;
-- Takes a browser from the user who signed in on it before. Finds and deletes rows by age, without their content.
grant select (tenant_id, id, user_id, endpoint), delete on notification_devices to intellibox_platform;
grant select (tenant_id, user_id, created_at, claimed_at), delete on notifications to intellibox_platform;
grant select (tenant_id, id, user_id, created_at, next_at, claimed_at), delete on notification_deliveries to intellibox_platform;
-- Which mail the rules have to look at and for whom, and which actions are due, without their content. Removes deleted rules and old entries.
grant select (tenant_id, id, user_id, is_aged, next_at, lease_by, lease_until) on mail_rule_queue to intellibox_platform;
grant select (tenant_id, id, user_id, next_at, lease_by, lease_until, at), delete on mail_rule_runs to intellibox_platform;
grant select (tenant_id, id, user_id, state, unread_days, removed_at), delete on mail_rules to intellibox_platform;
grant select (tenant_id, user_id, address, day, at), delete on mail_rule_replies to intellibox_platform;
grant select, insert, update on mail_rule_settings to intellibox_platform;
-- Sealed secrets for a key rotation.
grant select (tenant_id, id, secret_sealed), update (secret_sealed) on mail_rule_secrets to intellibox_platform;

-- Moves activity into the counts, and records uptime.
grant select, delete on activity to intellibox_platform;
grant select, insert, update, delete on activity_counts to intellibox_platform;
grant select, insert, update, delete on heartbeats to intellibox_platform;

-- Which mailboxes are due and for whom, the leases of watches, and sealed passwords for a key rotation. No access to mail.
grant select (tenant_id, id, user_id, kind, status, next_sync_at, last_sync_at, wanted_at, lease_by, lease_until, watch_by, watch_until, is_paused, wants_push, password_sealed, words_version),
  update (watch_by, watch_until, password_sealed) on mailboxes to intellibox_platform;

-- Deletes expired attempts, and moves their sealed proofs in a key rotation.
grant select (tenant_id, id, expires_at, proof_sealed), update (proof_sealed), delete on oauth_attempts to intellibox_platform;
-- Finds the mailbox of a provider's notification and the channels that are due, and deletes old notices. No access to mail.
grant select (tenant_id, id, user_id, kind, account, renew_at) on push_channels to intellibox_platform;
grant select (tenant_id, id, created_at), delete on push_notices to intellibox_platform;

-- Looks up the user of a token: the only function that a connection may call outside of a transaction, in one round trip for every
-- request. Another return type needs another name, because processes of the earlier version go on calling this one.
create or replace function authenticate(token_hash text)
returns table (
  session_id uuid, user_id uuid, tenant_id uuid, name text, email text, role_code text, must_change_password boolean,
  mail_closed boolean, tenant_code text, tenant_name text, tenant_is_owner boolean
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
  -- Planned once for each connection, with index scans even if the tables were still small.
  set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
  select s.id, u.id, u.tenant_id, u.name, u.email, u.role_code, u.must_change_password, u.mail_closed_at is not null, t.code, t.name, t.is_owner
  from session_tokens k
  join sessions s on s.tenant_id = k.tenant_id and s.id = k.session_id
  join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
  join tenants t on t.id = u.tenant_id
  where k.hash = token_hash and k.kind = 'access' and k.expires_at > now() and s.ends_at > now()
    and u.status = 'Active' and t.status = 'Active'
$$;
grant select on session_tokens, sessions, users, tenants to intellibox_definer;
alter function authenticate(text) owner to intellibox_definer;
revoke all on function authenticate(text) from public;
grant execute on function authenticate(text) to intellibox_app;

create policy definer_reads on session_tokens for select to intellibox_definer using (true);
create policy definer_reads on sessions for select to intellibox_definer using (true);
create policy definer_reads on users for select to intellibox_definer using (true);
create policy definer_reads on tenants for select to intellibox_definer using (true);

-- Records that a mail server is about to get the end of these mails. Runs for every mail while the server waits, so it is one round
-- trip. Only the holder of the leases can call it with effect, and it returns only ids. It uses the primary key, because an index on
-- the lease would hold all entries since the last vacuum.
create or replace function hand_over_mail(holder uuid, tenants uuid[], mails uuid[], lease_seconds int) returns setof uuid
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
  update outbox o set phase = 'data_sent', lease_until = now() + make_interval(secs => lease_seconds), updated_at = now()
  from unnest(tenants, mails) as given (tenant_id, id)
  where o.tenant_id = given.tenant_id and o.id = given.id and o.lease_by = holder and o.phase = 'connecting'
  returning o.id
$$;
grant select (tenant_id, id, lease_by, phase), update (phase, lease_until, updated_at) on outbox to intellibox_definer;
alter function hand_over_mail(uuid, uuid[], uuid[], int) owner to intellibox_definer;
revoke all on function hand_over_mail(uuid, uuid[], uuid[], int) from public;
grant execute on function hand_over_mail(uuid, uuid[], uuid[], int) to intellibox_app;
create policy definer_hands_over on outbox to intellibox_definer using (lease_by is not null) with check (phase = 'data_sent');

-- Audit records can be changed by these two functions only: an erasure removes a person's or a company's name from them, and
-- retention deletes old ones. Neither can add or alter a statement.
create or replace function erase_from_audit(tenant uuid, subject uuid, known_as text, after_id uuid, most int)
returns table (last uuid, seen int)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
  with page as (
    select a.id, a.target_id = subject::text
      or known_as <> '' and position(lower(known_as) in lower(a.target_name || ' ' || a.changes::text)) > 0 as is_named
    from audit_records a where a.tenant_id = tenant and a.id > after_id order by a.id limit most
  ), erased as (
    update audit_records a
    set actor_name = case when a.actor_id = subject then 'Erased user' else a.actor_name end,
      actor_email = case when a.actor_id = subject then '' else a.actor_email end,
      address = case when a.actor_id = subject then '' else a.address end,
      target_name = case when page.is_named then '' else a.target_name end,
      changes = case when page.is_named then '{}' else a.changes end
    from page
    where a.tenant_id = tenant and a.id = page.id and (a.actor_id = subject or page.is_named)
  )
  select (select id from page order by id desc limit 1), (select count(*)::int from page)
$$;
create or replace function delete_audit(tenant uuid, before timestamptz, most int) returns int
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
  with deleted as (
    delete from audit_records where tenant_id = tenant and id in (
      select id from audit_records where tenant_id = tenant and at < before order by at limit most
    ) returning id
  )
  select count(*)::int from deleted
$$;
grant select, update (actor_name, actor_email, address, target_name, changes), delete on audit_records to intellibox_definer;
create policy definer_erases on audit_records to intellibox_definer using (true) with check (true);
alter function erase_from_audit(uuid, uuid, text, uuid, int) owner to intellibox_definer;
alter function delete_audit(uuid, timestamptz, int) owner to intellibox_definer;
revoke all on function erase_from_audit(uuid, uuid, text, uuid, int), delete_audit(uuid, timestamptz, int) from public;
grant execute on function erase_from_audit(uuid, uuid, text, uuid, int), delete_audit(uuid, timestamptz, int) to intellibox_platform;

-- The number of applied migrations, for the readiness check, which has no rights on the table.
create or replace function migrations_applied() returns bigint
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select count(*) from drizzle.__drizzle_migrations $$;
alter function migrations_applied() owner to intellibox_definer;
revoke all on function migrations_applied() from public;
grant execute on function migrations_applied() to intellibox_app;
