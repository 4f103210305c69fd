import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";
import { until } from "#test/outbox-world.ts";
import type { Caller } from "#test/test-world.ts";

const { person, call, peek, giveMail, world } = await mailWorld();

const eraseUser = (who: Caller, id: string, confirm: string) =>
  call(who, api.dataTasks.eraseUser, { params: { id }, body: { confirm } });
const eraseTenant = (who: Caller, id: string, confirm: string) =>
  call(who, api.dataTasks.eraseTenant, { params: { id }, body: { confirm } });
const finished = (who: Caller, id: string) =>
  until(async () => {
    const task = (await call(who, api.dataTasks.list)).body.items.find((one) => one.id === id);
    return task?.state === "done" && task;
  });

type StoredTable = { schema: string; table: string };

/** Every table of every schema, from the catalogue, as text. */
async function tablesWith(marker: string): Promise<string[]> {
  const tables = await peek<StoredTable>(`
    select n.nspname as schema, c.relname as "table"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%'`);
  expect(tables.length).toBeGreaterThan(30);
  const found = await peek<{ name: string }>(
    tables
      .map(({ schema, table }) => `select '${schema}.${table}' as name where exists (${rowsWith(schema, table)})`)
      .join(" union all "),
    [`%${marker.toLowerCase()}%`],
  );
  return found.map(({ name }) => name).sort();
}

/** Rows that contain the text $1 in any column; bytea also as its bytes. */
const rowsWith = (schema: string, table: string) => `
  select from "${schema}"."${table}" t where lower(t::text || ' ' || coalesce((
    select string_agg(encode(decode(replace(value, '\\x', ''), 'hex'), 'escape'), ' ')
    from jsonb_each_text(to_jsonb(t)) where value like '\\\\x%'), '')) like $1`;

/** Every file of the data folder: objects, local mail, exports. */
async function filesWith(marker: string): Promise<string[]> {
  const encoded = Buffer.from(marker).toString("base64").slice(2, -4);
  const names = await readdir(world.config.dataDir, { recursive: true, withFileTypes: true });
  const hits: string[] = [];
  for (const entry of names.filter((one) => one.isFile())) {
    const content = (await readFile(join(entry.parentPath, entry.name))).toString("latin1").toLowerCase();
    if (content.includes(marker.toLowerCase()) || content.includes(encoded.toLowerCase())) hits.push(entry.name);
  }
  return hits;
}

/** A person whose marker is in every place that holds data of people. */
async function seed(marker: string, tenantId?: string, role: "NORMAL_USER" | "ADMIN" = "NORMAL_USER") {
  const email = `${marker}@example.test`;
  const who = await person(role, { name: `Name ${marker}`, email, ...(tenantId && { tenantId }) });
  const of = { tenantId: who.tenantId, userId: who.id };
  const files = [{ name: `file-${marker}.txt`, type: "text/plain", content: `bytes ${marker}` }];
  const mails = Array.from({ length: 3 }, (_, at) =>
    mailOf({
      subject: `Subject ${marker} ${at}`,
      text: `Body ${marker}`,
      messageId: `<${at}-${marker}@x.test>`,
      files,
    }),
  );
  const mailboxId = await giveMail(who, mails);
  await giveMail(who, [mailOf({ subject: `Sent ${marker}`, from: email })], "sent");
  await peek(
    `insert into prepared_drafts (tenant_id, id, user_id, mailbox_id, mail, next_at, written, written_at)
     select tenant_id, id, user_id, mailbox_id, id, null, jsonb_build_object('text', $2::text), now() from messages where user_id = $1 and folder = 'inbox'`,
    [who.id, marker],
  );
  const logId = newId();
  const run = (text: string, values: unknown[]) => peek(text, [of.tenantId, newId(), of.userId, ...values]);
  const ids = [of.tenantId, logId, of.userId];
  await run(
    "insert into drafts (tenant_id, id, user_id, about, version, intent, tone, extra, \"to\", subject, body_html, saved_at) values ($1, $2, $3, $4, '1', $4, 'formal', '', $4, $4, $4, now())",
    [marker],
  );
  await peek(
    "insert into voices (tenant_id, user_id, edits) values ($1, $2, jsonb_build_object('signsAs', $3::text))",
    [of.tenantId, of.userId, marker],
  );
  await run(
    `with source as (insert into knowledge_sources (tenant_id, id, user_id, kind, title, body, state) values ($1, $2, $3, 'file', $4, $4, 'ready')),
      file as (insert into knowledge_files (tenant_id, id, user_id, bytes) values ($1, $2, $3, convert_to($4, 'UTF8')))
     insert into knowledge_pieces (tenant_id, id, user_id, source_id, position, text, words) values ($1, $2, $3, $2, 0, $4, array[$4])`,
    [marker],
  );
  await run("insert into templates (tenant_id, id, user_id, name, body_html) values ($1, $2, $3, $4, $4)", [marker]);
  await run(
    `with merge as (insert into mail_merges (tenant_id, id, user_id, subject, rate_per_minute) values ($1, $2, $3, $4, 30)),
      content as (insert into mail_merge_contents (tenant_id, id, user_id, html) values ($1, $2, $3, $4))
    insert into mail_merge_recipients (tenant_id, id, user_id, merge_id, position, address, values) values ($1, $2, $3, $2, 0, $4, '{}')`,
    [marker],
  );
  await run(
    "insert into summaries (tenant_id, id, user_id, title, thread, summary, summary_sources, actions, message_count, point_count, action_count) values ($1, $2, $3, $4, jsonb_build_array($4::text), '[]', '[]', '[]', 0, 0, 0)",
    [marker],
  );
  await peek(
    "insert into email_logs (tenant_id, id, user_id, sender, recipients, subject, provider, status, message_id, sent_at) values ($1, $2, $3, $4, array[$4], $4, 'smtp', 'sent', $4, now())",
    [...ids, email],
  );
  await peek("insert into tracked_links (tenant_id, log_id, position, url) values ($1, $2, 0, $3)", [
    of.tenantId,
    logId,
    `https://x.test/${marker}`,
  ]);
  await run(
    "insert into follow_ups (tenant_id, id, user_id, log_id, message_id, \"references\", recipients, subject, excerpt, sender, days, due_at, draft, sent_at) values ($1, $2, $3, $2, $4, '{}', array[$4], $4, $4, $4, 3, now() + interval '1 day', $4, now())",
    [marker],
  );
  await peek(
    "insert into outbox (tenant_id, id, user_id, message_id, phase, sender, recipients, request_hash, next_at, quota_month) values ($1, $2, $3, $4, 'queued', $5, array[$5], 'x', now() + interval '1 day', '2026-01')",
    [...ids, `<out-${marker}@x.test>`, email],
  );
  await peek("insert into outbox_contents (tenant_id, id, user_id, raw) values ($1, $2, $3, $4)", [
    ...ids,
    Buffer.from(`Subject: waiting ${marker}`),
  ]);
  await peek("insert into image_senders (tenant_id, user_id, address) values ($1, $2, $3)", [
    of.tenantId,
    of.userId,
    `pictures-${email}`,
  ]);
  await run("insert into requests (tenant_id, id, user_id, type, note) values ($1, $2, $3, 'Other', $4)", [marker]);
  await run(
    "insert into account_notices (tenant_id, id, user_id, kind, by_name, by_email, reason) values ($1, $2, $3, 'password-set', 'x', 'x@y.z', $4)",
    [marker],
  );
  await call(who, api.users.updateProfile, { body: { signatureHtml: `<p>Sign ${marker}</p>` } });
  await peek(
    "insert into audit_records (tenant_id, id, actor_id, actor_name, actor_email, actor_role, action, target_id, target_name, changes) values ($1, $2, $3, $4, $5, 'ADMIN', 'user.updated', $3::uuid::text, $5, jsonb_build_object('name', $4::text))",
    [of.tenantId, newId(), of.userId, `Name ${marker}`, email],
  );
  const { body } = await call(who, api.dataTasks.exportOwn);
  await finished(who, body.id);
  return { who, email, mailboxId };
}

const owner = await person("SUPER_ADMIN", { owner: true });
/** Counted as sent by the dashboards, folded or not. */
const sentBy = (userId: string) =>
  peek(
    `select sum(amount)::int as sent from (select user_id, kind, amount from activity
      union all select user_id, kind, amount from activity_counts where span = 'day') counted where kind = 'sent' and user_id = $1`,
    [userId],
  );

const newMarker = () => `zq${newId().replaceAll("-", "").slice(-14)}`;

test("nothing of an erased person is left in any table or file, and nothing of others is gone [KNO-12]", {
  timeout: 120_000,
}, async () => {
  const admin = await person("ADMIN");
  const [gone, stays] = [newMarker(), newMarker()];
  const { who, email, mailboxId } = await seed(gone, admin.tenantId);
  const other = await seed(stays, admin.tenantId, "ADMIN");
  // Records of others that name the person.
  await peek(
    "insert into requests (tenant_id, id, user_id, type, colleague) values ($1, $2, $3, 'Add colleague', $4)",
    [admin.tenantId, newId(), admin.id, { name: `Name ${gone}`, email }],
  );
  await peek(
    "insert into account_notices (tenant_id, id, user_id, kind, by_name, by_email) values ($1, $2, $3, 'password-set', $4, $5)",
    [admin.tenantId, newId(), admin.id, `Name ${gone}`, email],
  );
  for (const maker of [gone, stays])
    await peek(
      "insert into api_keys (tenant_id, id, name, hash, hint, scopes, created_by) values ($1, $2, 'Sync', $2::uuid::text, 'ibx_', '{company:read}', $3)",
      [admin.tenantId, newId(), `Name ${maker}`],
    );
  const company = await call(admin, api.dataTasks.exportTenant, {
    params: { id: admin.tenantId },
    body: { withMail: true, reason: "x" },
  });
  await finished(admin, company.body.id);
  const before = await tablesWith(gone);
  expect(before).toEqual(
    expect.arrayContaining(
      ["users", "messages", "message_contents", "message_search", "drafts", "summaries", "follow_ups", "outbox"]
        .concat(["outbox_contents", "email_logs", "tracked_links", "requests", "account_notices", "audit_records"])
        .concat(["mailboxes", "image_senders", "thread_links", "templates", "voices", "prepared_drafts"])
        .concat(["mail_merges", "mail_merge_contents", "mail_merge_recipients"])
        .concat(["knowledge_sources", "knowledge_pieces"])
        .map((table) => `public.${table}`),
    ),
  );
  expect((await filesWith(gone)).length).toBeGreaterThan(1);
  const counted = await sentBy(who.id);

  const contents = (await call(admin, api.dataTasks.userErasure, { params: { id: who.id } })).body;
  expect(contents).toMatchObject({ confirm: email, users: 1, mailboxes: 1, messages: 4, drafts: 1, summaries: 1 });
  expect(contents).toMatchObject({ followUps: 1, unsentMails: 1, emailLogs: 1, exports: 2 });
  expect(await eraseUser(admin, who.id, "somebody@else.test")).toMatchObject({
    status: 400,
    body: { fields: { confirm: `Type ${email} to confirm` } },
  });
  const started = await eraseUser(admin, who.id, email.toUpperCase());
  expect(started).toMatchObject({ status: 201, body: { kind: "erasure", subject: { kind: "user", id: who.id } } });
  expect((await call(who, api.auth.me)).status).toBe(401);
  const done = await finished(admin, started.body.id);
  expect(done).toMatchObject({ subject: { name: null, email: null } });

  await until(async () => (await tablesWith(gone)).length === 0);
  expect(await filesWith(gone)).toEqual([]);
  expect(
    await peek("select created_by from api_keys where tenant_id = $1 order by created_by", [admin.tenantId]),
  ).toEqual([{ created_by: "Erased user" }, { created_by: `Name ${stays}` }]);
  expect(await world.outside.objects.folders()).not.toContain(mailboxId);
  // Counts stay, and name nobody.
  expect(await sentBy(who.id)).toEqual(counted);
  const records = await peek(
    "select action, target_name, changes from audit_records where target_id = $1 and action like 'user.eras%' order by at",
    [who.id],
  );
  expect(records).toEqual([
    { action: "user.erasure-started", target_name: "", changes: {} },
    { action: "user.erased", target_name: "", changes: {} },
  ]);
  // The colleague has everything but the exports of the company.
  expect(await tablesWith(stays)).toEqual(before);
  expect((await call(other.who, api.inbox.threads, { query: { q: stays } })).body.items.length).toBeGreaterThan(0);
});

test("nothing of an erased company is left, and another company keeps everything", { timeout: 120_000 }, async () => {
  const [gone, stays] = [newMarker(), newMarker()];
  const first = await seed(gone, undefined, "ADMIN");
  const { tenantId } = first.who;
  await seed(newMarker(), tenantId);
  await seed(stays);
  await peek("update tenants set name = $2, contact_email = $2 where id = $1", [tenantId, gone]);
  await peek(
    "insert into ai_settings (tenant_id, provider, model, temperature, system_prompt) values ($1, 'builtin', 'x', 0, $2)",
    [tenantId, gone],
  );
  await peek(
    "insert into mail_servers (tenant_id, protocol, host, port, secure, username) values ($1, 'smtp', $2, 25, true, $2)",
    [tenantId, gone],
  );
  const [company] = await peek<{ code: string }>("select code from tenants where id = $1", [tenantId]);
  const code = company?.code ?? "";
  const kept = await tablesWith(stays);
  expect((await call(owner, api.dataTasks.tenantErasure, { params: { id: tenantId } })).body).toMatchObject({
    ...{ confirm: code, users: 2, mailboxes: 2, messages: 8 },
  });
  expect((await eraseTenant(owner, tenantId, "WRONG")).status).toBe(400);
  const { body, status } = await eraseTenant(owner, tenantId, code.toLowerCase());
  expect(status).toBe(201);
  expect((await call(first.who, api.auth.me)).status).toBe(401);
  await finished(owner, body.id);
  for (const marker of [gone, tenantId]) {
    const left = await until(async () => {
      const tables = await tablesWith(marker);
      // Only the records of the erasure itself have the company's id. Finished jobs of the queue hold ids.
      const allowed = marker === tenantId ? /data_tasks|audit_records|pgboss/ : /^$/;
      return tables.every((table) => allowed.test(table)) && { tables };
    });
    expect(left).toBeDefined();
  }
  expect(await filesWith(gone)).toEqual([]);
  expect(await tablesWith(stays)).toEqual(kept);
  expect((await filesWith(stays)).length).toBeGreaterThan(1);
});

test("who may not erase whom is told so, and nothing happens", async () => {
  const [ana, uma] = [await person("ADMIN"), await person("ADMIN")];
  const ben = await person("NORMAL_USER", { tenantId: ana.tenantId });
  const boss = await person("SUPER_ADMIN", { tenantId: ana.tenantId });
  expect((await eraseUser(ben, ana.id, ana.email)).status).toBe(403);
  expect((await eraseUser(uma, ben.id, ben.email)).status).toBe(404);
  expect((await eraseUser(ana, ana.id, ana.email)).body.error).toBe(
    "You cannot erase your own account. Ask another admin to do it.",
  );
  expect((await eraseUser(ana, boss.id, boss.email)).status).toBe(403);
  expect((await eraseUser(boss, uma.id, uma.email)).status).toBe(403);
  const code = (id: string) => peek<{ code: string }>("select code from tenants where id = $1", [id]);
  const [own] = await code(ana.tenantId);
  expect((await eraseTenant(ana, ana.tenantId, own?.code ?? "")).status).toBe(403);
  expect((await eraseTenant(boss, uma.tenantId, "X")).status).toBe(403);
  expect(
    await peek("select id from users where id = any ($1) and status = 'Active'", [[ana.id, ben.id, uma.id]]),
  ).toHaveLength(3);
  expect((await eraseTenant(owner, owner.tenantId, "X")).status).toBe(409);
});
