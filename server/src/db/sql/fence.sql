-- The rights of each role, and the functions that pass the fence. migrate/definitions.ts compares this file with the database, and
-- changes only what differs. It also forces row-level security on every table before it grants a right on it.
-- A statement that is taken out of here stays in force until `npm run migrate -- --contract`; see docs/decisions/011-upgrades.md.

-- Tenant role: rights on rows of the request's own tenant. Everything else is forbidden.
grant select on plans to intellibox_tenant;
grant select, update on tenants to intellibox_tenant;
grant select, insert, update, delete on users to intellibox_tenant;
grant select, insert on audit_records, ai_usage to intellibox_tenant;
-- Only the trigger writes it.
grant select on audit_chains to intellibox_tenant;
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
grant select, insert, update, delete on knowledge_sources, knowledge_files, knowledge_pieces, knowledge_vectors to intellibox_tenant;
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
-- Webhooks and the log of their deliveries. The rows of the company have no user; only administrators change them.
grant select, insert, update, delete on webhooks, webhook_deliveries to intellibox_tenant;
-- Only written, with the mail that has the link: the token finds its own way back, as platform.
grant select (tenant_id), insert on unsubscribe_links to intellibox_tenant;
-- To end sessions when an account changes. The tokens are in a table that this role cannot read.
grant select, delete on sessions to intellibox_tenant;
-- Single sign-on of the company; only administrators reach these calls.
grant select, insert, update, delete on sso_connections, sso_domains, scim_tokens to intellibox_tenant;
grant select, delete on sso_identities to intellibox_tenant;
-- Keys for programs. No role of a request reads their hashes.
grant select (tenant_id, id, user_id, name, hint, scopes, created_at, created_by, expires_at, last_used_at, last_used_address, revoked_at),
  insert, update (name, revoked_at) on api_keys to intellibox_tenant;
-- What programs propose to their person.
grant select, insert, update (state, decided_at) on proposals to intellibox_tenant;

-- Platform role: super admin lists, sign-in, jobs.
grant select, insert, update, delete on plans, tenants, users, sessions, session_tokens, login_failures to intellibox_platform;
grant select, insert on audit_records to intellibox_platform;
grant select on audit_chains to intellibox_platform;
grant select, insert, delete on ai_usage to intellibox_platform;
-- Exports and erasures: the person who starts one may be in another company than its subject.
grant select, insert, update, delete on data_tasks to intellibox_platform;
grant select, insert, update on retention_settings to intellibox_platform;
grant select, insert, update, delete on mail_servers, ai_settings, ai_choices, email_logs to intellibox_platform;
grant select, insert, update, delete on password_links to intellibox_platform;
-- Removes old proposals of programs, without reading them.
grant select (tenant_id, id, expires_at), delete on proposals to intellibox_platform;
-- Notes the last use of a key and that it expired, erases who made it, and removes old ones, without reading its hash.
grant select (tenant_id, id, user_id, name, created_by, expires_at, revoked_at, expiry_noted_at),
  update (created_by, last_used_at, last_used_address, expiry_noted_at), delete on api_keys to intellibox_platform;
-- Second factors. Only the sign-in and the calls of Profile, Security, see them, and those name the person in each statement.
grant select, insert, update, delete on totp_secrets, passkeys, recovery_codes, sign_in_challenges to intellibox_platform;
grant select, insert, update (dismissed_at, by_name, by_email, address) on account_notices to intellibox_platform;
-- Sign-ins, whose company is known only when they end, and calls of directories.
grant select, insert, update, delete on sso_connections, sso_domains, scim_tokens, scim_users to intellibox_platform;
grant select, insert, delete on sso_identities, sso_attempts to intellibox_platform;
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

-- Which files of knowledge are still to be read, which entries lack vectors, and removing deleted entries, without their content.
grant select (tenant_id, id, user_id, state, pieces, reading_since, removed_at, embedding_model, embedded, embed_at, lease_by, lease_until),
  delete on knowledge_sources to intellibox_platform;

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

-- Which webhooks want an event, and which deliveries are due, without their addresses and content. Mail that is sent, opened or
-- clicked is noted as platform. Removes old deliveries, and moves sealed secrets in a key rotation.
grant select (tenant_id, id, user_id, events, state, secret_sealed, earlier_sealed), update (secret_sealed, earlier_sealed) on webhooks to intellibox_platform;
grant select (tenant_id, id, user_id, webhook_id, state, next_at, lease_by, lease_until, created_at), insert, delete on webhook_deliveries to intellibox_platform;

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
-- The same with the time of the proof, and whether the user must set up a second factor first. Processes of the earlier
-- version call the one above.
create or replace function authenticate_session(token_hash text)
returns table (
  session_id uuid, user_id uuid, tenant_id uuid, name text, email text, role_code text, must_change_password boolean,
  mail_closed boolean, tenant_name text, tenant_is_owner boolean, proved_at timestamptz, must_add_factor boolean
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
  select s.id, u.id, u.tenant_id, u.name, u.email, u.role_code, u.must_change_password, u.mail_closed_at is not null, t.name, t.is_owner,
    s.proved_at, coalesce(
      not u.has_factor and s.via <> 'sso'
        and greatest(t.factor_required_at, u.created_at) + make_interval(days => t.factor_grace_days) <= now()
        and t.factor_required_at is not null, false)
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
-- The same with the state of the person's lists of mail: it differs after every change of what they show; see mail.sql.
create or replace function authenticate_reader(token_hash text)
returns table (
  session_id uuid, user_id uuid, tenant_id uuid, name text, email text, role_code text, must_change_password boolean,
  mail_closed boolean, tenant_name text, tenant_is_owner boolean, proved_at timestamptz, must_add_factor boolean, mail_state text
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
  select a.*, (
    select count(*) || ' ' || coalesce(sum(uuid_hash_extended(c.id, 0)), 0) from mail_changes c
    where c.tenant_id = a.tenant_id and c.user_id = a.user_id)
  from authenticate_session(token_hash) a
$$;
alter function authenticate_session(text) owner to intellibox_definer;
revoke all on function authenticate_session(text) from public;
grant execute on function authenticate_session(text) to intellibox_app;
alter function authenticate_reader(text) owner to intellibox_definer;
revoke all on function authenticate_reader(text) from public;
grant execute on function authenticate_reader(text) to intellibox_app;

create policy definer_reads on session_tokens for select to intellibox_definer using (true);
create policy definer_reads on sessions for select to intellibox_definer using (true);
create policy definer_reads on users for select to intellibox_definer using (true);
create policy definer_reads on tenants for select to intellibox_definer using (true);

-- Looks up an API key, like authenticate_session() does a token. The user columns are null for a key of the company. A key has no
-- sign-in, so it counts whether its person has ever signed in by SSO.
create or replace function authenticate_program(key_hash text)
returns table (
  key_id uuid, key_name text, scopes text[], last_used_at timestamptz, last_used_address text, expires_at timestamptz, user_id uuid,
  tenant_id uuid, name text, email text, role_code text, must_change_password boolean, mail_closed boolean, tenant_name text,
  tenant_is_owner boolean, must_add_factor boolean
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
  set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
  select k.id, k.name, k.scopes, k.last_used_at, k.last_used_address, k.expires_at, u.id, k.tenant_id, u.name, u.email, u.role_code,
    u.must_change_password, u.mail_closed_at is not null, t.name, t.is_owner,
    coalesce(
      t.factor_required_at is not null and not u.has_factor
        and greatest(t.factor_required_at, u.created_at) + make_interval(days => t.factor_grace_days) <= now()
        and not exists (select from sso_identities i where i.tenant_id = u.tenant_id and i.user_id = u.id), false)
  from api_keys k
  join tenants t on t.id = k.tenant_id
  left join users u on u.tenant_id = k.tenant_id and u.id = k.user_id
  where k.hash = key_hash and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
    and t.status = 'Active' and (k.user_id is null or u.status = 'Active')
$$;
grant select (tenant_id, user_id) on sso_identities to intellibox_definer;
create policy definer_reads on sso_identities for select to intellibox_definer using (true);
grant select on api_keys to intellibox_definer;
alter function authenticate_program(text) owner to intellibox_definer;
revoke all on function authenticate_program(text) from public;
grant execute on function authenticate_program(text) to intellibox_app;
create policy definer_reads on api_keys for select to intellibox_definer using (true);

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
    set who_salt = case when a.actor_id = subject then null else a.who_salt end,
      what_salt = case when page.is_named then null else a.what_salt end,
      actor_name = case when a.actor_id = subject then 'Erased user' else a.actor_name end,
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
  -- From the beginning of the chain, up to the first record that is kept: its anchor says where it begins then.
  with locked as materialized (
    select c.tenant_id from audit_chains c where c.tenant_id = tenant for update
  ), first as (
    select a.id, a.chain_seq, a.at from audit_records a
    where a.tenant_id = tenant and a.chain_seq is not null order by a.chain_seq limit most
  ), oldest as (
    select f.id, bool_and(f.at < before) over (order by f.chain_seq) as is_old from first f
  ), chained as (
    delete from audit_records a using oldest o where a.tenant_id = tenant and a.id = o.id and o.is_old
    returning a.chain_seq, a.chain_hash
  ), earlier as (
    delete from audit_records a where a.tenant_id = tenant and a.id in (
      select b.id from audit_records b where b.tenant_id = tenant and b.chain_seq is null and b.at < before order by b.at limit most
    ) returning a.id
  ), anchored as (
    update audit_chains c set anchor_seq = l.chain_seq, anchor_hash = l.chain_hash
    from (select d.chain_seq, d.chain_hash from chained d order by d.chain_seq desc limit 1) l, locked
    where c.tenant_id = locked.tenant_id
  )
  select ((select count(*) from chained) + (select count(*) from earlier))::int
$$;
grant select, update (actor_name, actor_email, address, target_name, changes, chain_seq, chain_hash, who_salt, what_salt, who_digest, what_digest), delete on audit_records to intellibox_definer;
create policy definer_erases on audit_records to intellibox_definer using (true) with check (true);
alter function erase_from_audit(uuid, uuid, text, uuid, int) owner to intellibox_definer;
alter function delete_audit(uuid, timestamptz, int) owner to intellibox_definer;
revoke all on function erase_from_audit(uuid, uuid, text, uuid, int), delete_audit(uuid, timestamptz, int) from public;
grant execute on function erase_from_audit(uuid, uuid, text, uuid, int), delete_audit(uuid, timestamptz, int) to intellibox_platform;

-- Audit records of a company form a hash chain; see docs/decisions/020-audit-chain.md. The chain is made by the database when the
-- transaction commits, so that processes of an earlier version take part, and the company's chain is locked only for the commit.
-- Of the two parts that an erasure may blank, the chain has salted digests; the salts are deleted with the part.
create or replace function audit_digest(salt uuid, part jsonb) returns text
language sql immutable set search_path = pg_catalog, pg_temp
as $$ select encode(sha256(convert_to(salt::text || part::text, 'UTF8')), 'hex') $$;
create or replace function audit_hash(before text, place bigint, id uuid, tenant uuid, happened timestamptz, actor uuid, actor_role text, acting boolean, action text, target text, who text, what text) returns text
language sql immutable set search_path = pg_catalog, pg_temp
as $$
  select encode(sha256(convert_to(jsonb_build_array(before, place, id, tenant, (extract(epoch from happened) * 1000000)::bigint, actor,
    actor_role, acting, action, target, who, what)::text, 'UTF8')), 'hex')
$$;
create or replace function chain_audit_record() returns trigger
language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
declare
  head record;
  salt_who uuid := gen_random_uuid();
  salt_what uuid := gen_random_uuid();
  who text := audit_digest(salt_who, jsonb_build_array(new.actor_name, new.actor_email, new.address));
  what text := audit_digest(salt_what, jsonb_build_array(new.target_name, new.changes));
  linked text;
begin
  -- The company may be deleted in the same transaction.
  if not exists (select from audit_records a where a.tenant_id = new.tenant_id and a.id = new.id) then
    return null;
  end if;
  insert into audit_chains (tenant_id, started_at) values (new.tenant_id, clock_timestamp()) on conflict do nothing;
  select c.seq, c.hash into strict head from audit_chains c where c.tenant_id = new.tenant_id for update;
  linked := audit_hash(head.hash, head.seq + 1, new.id, new.tenant_id, new.at, new.actor_id, new.actor_role, new.acting, new.action, new.target_id, who, what);
  update audit_records a
  set chain_seq = head.seq + 1, chain_hash = linked, who_salt = salt_who, what_salt = salt_what, who_digest = who, what_digest = what
  where a.tenant_id = new.tenant_id and a.id = new.id;
  update audit_chains c set seq = head.seq + 1, hash = linked where c.tenant_id = new.tenant_id;
  return null;
end $$;
grant select, insert, update on audit_chains to intellibox_definer;
create policy definer_chains on audit_chains to intellibox_definer using (true) with check (true);
alter function audit_digest(uuid, jsonb) owner to intellibox_definer;
alter function audit_hash(text, bigint, uuid, uuid, timestamptz, uuid, text, boolean, text, text, text, text) owner to intellibox_definer;
alter function chain_audit_record() owner to intellibox_definer;
revoke all on function audit_digest(uuid, jsonb), audit_hash(text, bigint, uuid, uuid, timestamptz, uuid, text, boolean, text, text, text, text), chain_audit_record() from public;
grant execute on function audit_digest(uuid, jsonb), audit_hash(text, bigint, uuid, uuid, timestamptz, uuid, text, boolean, text, text, text, text) to intellibox_definer;
create constraint trigger chain_audit_record after insert on audit_records deferrable initially deferred
  for each row execute function chain_audit_record();

-- The number of applied migrations, for the readiness check, which has no rights on the table.
create or replace function migrations_applied() returns bigint
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$ select count(*) from drizzle.__drizzle_migrations $$;
alter function migrations_applied() owner to intellibox_definer;
revoke all on function migrations_applied() from public;
grant execute on function migrations_applied() to intellibox_app;
