// Fills a local mailbox for every person of the demo, once.
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { and, eq, inArray, isNull, lt } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import { only } from "#db/rows.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { messages } from "#db/tables/messages.ts";
import { users } from "#db/tables/users.ts";
import { composeMail } from "#outside/mime/compose.ts";
import type { World } from "#scope.ts";
import { demoMailboxes, demoPeople, demoTenants } from "#features/demo/demo-people.ts";
import { fileMail, localMailFolder } from "#features/local-mail/store.ts";
import { ensureLocalMailbox, localMailboxIds } from "#features/mailboxes/connect.ts";
import { outboundSenderOf } from "#features/outbox/outbound-sender.ts";
import { copyFlags } from "#features/sync/copy-flags.ts";
import { syncMailbox } from "#features/sync/sync.ts";
import { asUser } from "#features/users/open-user-scope.ts";
import { conversations } from "./conversations.ts";
import { type DemoMail, dateOf, dayMs, firstName, idOf, type Reader } from "./demo-mail.ts";
import { begunElsewhere, furtherMails } from "./further-mails.ts";
import { loadHistory } from "./history.ts";
import { newsletters } from "./newsletters.ts";
import { sentMails } from "./sent-mails.ts";
import { singleMails } from "./single-mails.ts";
import { snoozeMails } from "./snoozed-mail.ts";
import { addRules, keepDrafts, scheduleMails } from "./unsent-mail.ts";

/** A background job, so that the first start does not wait for it. */
export const loadDemoMail = job("demo.mail", z.object({}), { retryLimit: 3, retryDelay: 10, policy: "short" });

/** Mail of the last days is unread; older mail counts as read. */
const unreadDays = 2;

export async function loadMail(world: World) {
  // As platform: the demo has several companies.
  const found = await fencedTransaction(world.db, "platform", (tx) =>
    tx
      .select({ tenantId: users.tenantId, userId: users.id, email: users.email })
      .from(users)
      .where(
        inArray(
          users.email,
          demoPeople.map(({ email }) => email),
        ),
      ),
  );
  // The next start goes on with those that are missing.
  for (const { email, ...owner } of found) if (!world.stopping.aborted) await fillMailbox(world, owner, email);
}

type Owner = { tenantId: string; userId: string };

async function fillMailbox(world: World, owner: Owner, email: string) {
  const folder = localMailFolder(world.config.dataDir, owner.userId);
  const done = join(folder, ".demo");
  if (await stat(done).catch(() => undefined)) return;
  const now = world.outside.now();
  const reader = readerOf(email, now);
  const mails = [
    ...(await conversations(reader)),
    ...(await singleMails(reader)),
    ...newsletters(reader),
    ...sentMails(reader),
  ];
  for (const mail of mails) {
    if (world.stopping.aborted) return;
    await storeMail(folder, mails, mail, { email, now });
  }
  const id = await fencedTransaction(world.db, owner, (tx) => ensureLocalMailbox(world.queue, tx, owner, email));
  await syncAll(world, { ...owner, id }, mails.length);
  // A sync ends at a batch then.
  if (world.stopping.aborted) return;
  await markOldMailRead(world, owner, id, now);
  await loadHistory(world, owner, reader, mails);
  await asUser(world, owner, (scope) => snoozeMails(scope, reader));
  if (!(await fillFurther(world, owner, reader, mails))) return;
  await writeFile(done, "");
}

/** Adds the further mailboxes of an admin, mail that waits, drafts and rules. False if it was stopped. */
async function fillFurther(world: World, owner: Owner, reader: Reader, mails: DemoMail[]): Promise<boolean> {
  const further = demoMailboxes.filter((box) => box.owner === reader.me.email);
  const outbound = outboundSenderOf(world);
  for (const box of further) {
    const ofBox = { ...reader, me: { name: box.name, email: box.email } };
    const id = await fillFurtherMailbox(world, owner, ofBox, box);
    if (world.stopping.aborted) return false;
    if (box.folder === "sales") await asUser(world, owner, (scope) => scheduleMails(scope, outbound, reader, id));
  }
  if (further.length === 0) return true;
  await asUser(world, owner, async (scope) => {
    await scope.tx((tx) => nameOwnMailbox(tx, owner, firstName(reader.me)));
    await keepDrafts(scope, reader, mails);
    await addRules(scope, outbound);
  });
  return true;
}

/** Several mailboxes are told apart by their names. */
async function nameOwnMailbox(tx: Tx, owner: Owner, name: string) {
  const [id] = await localMailboxIds(tx, owner);
  if (!id) return;
  const isOwn = and(eq(mailboxes.tenantId, owner.tenantId), eq(mailboxes.id, id), isNull(mailboxes.color));
  await tx.update(mailboxes).set({ color: "blue", name }).where(isOwn);
}

type FurtherBox = (typeof demoMailboxes)[number];

async function fillFurtherMailbox(world: World, owner: Owner, reader: Reader, box: FurtherBox): Promise<string> {
  const { email, folder, name, color } = box;
  const files = localMailFolder(world.config.dataDir, owner.userId, folder);
  const mails = (await furtherMails[folder]?.(reader)) ?? [];
  for (const mail of mails) await storeMail(files, mails, mail, { email, now: reader.now });
  if (folder === "sales") {
    const draft = begunElsewhere(reader);
    await storeMail(files, [], draft, { email, now: reader.now, folder: "drafts" });
  }
  const id = await fencedTransaction(world.db, owner, async (tx) => {
    const row = { ...owner, ...{ kind: "local" as const, email, username: email, folder, name, color } };
    // Its owner is an admin, who could confirm the address.
    await tx
      .insert(mailboxes)
      .values({ ...row, addressProof: "admin" })
      .onConflictDoNothing();
    return only(await localMailboxIds(tx, owner, folder));
  });
  await syncAll(world, { ...owner, id }, mails.length);
  if (!world.stopping.aborted) await markOldMailRead(world, owner, id, reader.now);
  return id;
}

const longestWaitMs = 60_000;

/**
 * Syncs a new mailbox until all its mail is stored. The sync that its connection asked for may hold the lease, and mail that came
 * after the marks would stay unread.
 */
async function syncAll(world: World, mailbox: Owner & { id: string }, count: number) {
  const { id, ...owner } = mailbox;
  const inMailbox = and(eq(messages.tenantId, owner.tenantId), eq(messages.mailboxId, id));
  const giveUp = performance.now() + longestWaitMs;
  while (!world.stopping.aborted && performance.now() < giveUp) {
    await syncMailbox(world, mailbox);
    if ((await fencedTransaction(world.db, owner, (tx) => tx.$count(messages, inMailbox))) >= count) return;
    await sleep(200);
  }
}

function readerOf(email: string, now: Date): Reader {
  const me = demoPeople.find((person) => person.email === email) ?? { name: email, email, company: "" };
  const companyOf = (code: string) => demoTenants.find((tenant) => tenant.code === code)?.name ?? "Intellibox";
  const others = demoPeople.filter((person) => person.email !== email);
  const partner = others.find((person) => person.company !== me.company && person.roleCode === "NORMAL_USER");
  const colleague = others.find((person) => person.company === me.company) ?? {
    name: "Ishita Verma",
    email: `ishita@${email.split("@")[1]}`,
  };
  const stranger = { name: "Arjun Iyer", email: "user@globex.test", company: "GLOBEX" };
  const { company, ...rest } = partner ?? stranger;
  return { me, company: companyOf(me.company), colleague, partner: { ...rest, company: companyOf(company) }, now };
}

/** The keys for the References header: all mails that this one answers, oldest first. */
function referencesOf(mails: DemoMail[], { answers }: DemoMail): string[] {
  const before = mails.find(({ key }) => key === answers);
  return before ? [...referencesOf(mails, before), before.key] : [];
}

async function storeMail(
  folder: string,
  mails: DemoMail[],
  mail: DemoMail,
  { email, now, folder: place }: { email: string; now: Date; folder?: "drafts" },
) {
  const party = ({ name, email: address }: { name: string; email: string }) => ({ name, address });
  const references = referencesOf(mails, mail).map((key) => idOf(key, email));
  const [messageId, date] = [idOf(mail.key, email), dateOf(mail, now)];
  const { raw } = await composeMail({
    ...{ messageId, date, subject: mail.subject, text: mail.text, html: mail.html, references },
    inReplyTo: references.at(-1),
    from: party(mail.from),
    to: (mail.to ?? [{ name: "", email }]).map(party),
    attachments: mail.files ?? [],
  });
  const headers = Object.entries(mail.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`);
  const isSent = mail.from.email === email;
  await fileMail({
    folder: join(folder, place ?? (isSent ? "sent" : "inbox")),
    raw: Buffer.concat([Buffer.from(headers.join("")), raw]),
    identity: messageId,
    at: date,
  });
}

/** Changes only the database: a local mailbox stores no read flags in its files. */
async function markOldMailRead(world: World, owner: Owner, mailboxId: string, now: Date) {
  await fencedTransaction(world.db, owner, async (tx) => {
    const old = new Date(now.getTime() - unreadDays * dayMs);
    const inMailbox = and(eq(messages.tenantId, owner.tenantId), eq(messages.mailboxId, mailboxId));
    const read = await tx
      .update(messages)
      .set({ unread: false })
      .where(and(inMailbox, lt(messages.date, old)))
      .returning({ id: messages.id });
    await copyFlags(
      tx,
      owner.tenantId,
      read.map(({ id }) => id),
      { unread: false },
    );
  });
}
