// Mailboxes of five kinds for tests of actions, each with what its server has.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { api } from "@intellibox/contract/api";
import { newId } from "#lib/ids.ts";
import { fencedTransaction } from "#db/fence.ts";
import { deliverLocally } from "#outside/mailboxes/local.ts";
import { localMailFolder } from "#features/local-mail/store.ts";
import { ensureLocalMailbox } from "#features/mailboxes/connect.ts";
import type { MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { connectGmail } from "./cloud-world.ts";
import type { Dovecot } from "./dovecot.ts";
import { mailOf } from "./mail-of.ts";
import type { Google } from "./stand-ins/google.ts";
import { connectAs } from "./stand-ins/microsoft/connect.ts";
import { headerOf } from "./stand-ins/microsoft/mail-store.ts";
import type { startMicrosoft } from "./stand-ins/microsoft.ts";
import type { Caller, testWorld } from "./test-world.ts";

type Microsoft = Awaited<ReturnType<typeof startMicrosoft>>;
type Product = Awaited<ReturnType<typeof testWorld>>;

/** By subject: the roles or names of its folders and its flags, such as "inbox unread starred". */
export type MailStates = Record<string, string>;

export type ActionMailbox = {
  key: MailboxKey;
  onServer(): Promise<MailStates>;
  deliver(raw: string): Promise<unknown>;
  /** The part of a state that the server can store; absent if it can store all of it. */
  keeps?(state: string): string;
};
/** Connects a mailbox with unread mail in the inbox and a folder or label "Work". It is not synced yet. */
export type ActionServer<More = unknown> = (
  product: Product,
  who: Caller,
  subjects: string[],
) => Promise<ActionMailbox & More>;

type MailRow = { subject: string; folders: string[]; unread: boolean; starred: boolean };

/** A message that is there twice is told by its state. */
function statesOf(rows: MailRow[]): MailStates {
  const states: MailStates = {};
  for (const { subject, folders, unread, starred } of rows.toSorted((a, b) => (a.subject < b.subject ? -1 : 1))) {
    const state = [...folders.toSorted(), ...(unread ? ["unread"] : []), ...(starred ? ["starred"] : [])].join(" ");
    states[subject] = states[subject] === undefined ? state : `${states[subject]} and ${state}`;
  }
  return states;
}

/** The content that is stored here and shown. */
export async function heldHere({ peek }: Pick<Product, "peek">, { id }: MailboxKey): Promise<MailStates> {
  return statesOf(
    await peek<MailRow>(
      `select m.subject, m.unread, m.starred, array(
         select coalesce(f.role, f.name) from message_folders p join folders f on f.id = p.folder_id
         where p.message_id = m.id and p.pending is distinct from 'remove') as folders
       from messages m where m.mailbox_id = $1 and m.folder <> 'gone' and m.remove_at is null`,
      [id],
    ),
  );
}

/** How many changes are not uploaded, or wait for the sync to find their message. */
export async function countPending({ peek }: Pick<Product, "peek">, { id }: MailboxKey): Promise<number> {
  const [row] = await peek<{ count: number }>(
    `select (
       (select count(*) from messages where mailbox_id = $1
          and (pending_unread is not null or pending_starred is not null or remove_at is not null or pending_answered or pending_forwarded))
       + (select count(*) from message_folders where mailbox_id = $1 and (pending is not null or remote_id like 'local:%'))
       + (select count(*) from mailboxes where id = $1 and begun_move is not null))::int as count`,
    [id],
  );
  return row?.count ?? 0;
}

const dovecotRoles: Record<string, string> = {
  ...{ INBOX: "inbox", Archive: "archive", Junk: "junk", Trash: "trash", Sent: "sent", Drafts: "drafts" },
};
const labelRoles: Record<string, string> = {
  ...{ INBOX: "inbox", SPAM: "junk", TRASH: "trash", SENT: "sent", DRAFT: "drafts" },
};
const graphRoles: Record<string, string> = {
  ...{ inbox: "inbox", archive: "archive", junkemail: "junk", deleteditems: "trash", sentitems: "sent" },
};
const mailNamed = (subject: string) => mailOf({ subject, messageId: `<${newId()}@acts.test>` });

export function dovecotServer(dovecot: Dovecot): ActionServer<{ account: string }> {
  return async ({ call }, who, subjects) => {
    const account = `acts-${newId()}`;
    for (const subject of subjects) await dovecot.deliver(account, mailNamed(subject));
    dovecot.admin("mailbox", "create", "-s", "-u", account, "Work");
    const { host, port, secure, username, password } = dovecot.imap(account);
    const body = { host, port, secure, username, password };
    const { id } = (await call(who, api.mailboxes.connectImap, { body })).body;
    const onServer = async () => {
      const fields = "mailbox hdr.subject flags";
      const answer = dovecot.admin("-f", "json", "fetch", "-u", account, fields, "ALL");
      const rows = JSON.parse(answer || "[]") as { mailbox: string; "hdr.subject": string; flags: string }[];
      return statesOf(
        rows.map(({ mailbox, flags, ...row }) => ({
          subject: row["hdr.subject"],
          folders: [dovecotRoles[mailbox] ?? mailbox],
          unread: !flags.includes("\\Seen"),
          starred: flags.includes("\\Flagged"),
        })),
      );
    };
    const key = { tenantId: who.tenantId, userId: who.id, id };
    return { key, onServer, deliver: (raw) => dovecot.deliver(account, raw), account };
  };
}

export function googleServer(google: Google, newAccount: () => string): ActionServer {
  return async ({ world }, who, subjects) => {
    const email = newAccount();
    const ids = new Map<string, string>();
    const deliver = async (raw: string) =>
      ids.set(headerOf(Buffer.from(raw), "subject"), (await google.deliver(email, raw)).id);
    for (const subject of subjects) await deliver(mailNamed(subject));
    const work = (await google.as(email, "POST", "/labels", { name: "Work" })).id;
    const { tenantId, userId, id } = await connectGmail(world, google, who, email);
    const labelsOf = async (message: string) =>
      (await google.as(email, "GET", `/messages/${message}?format=minimal`)).labelIds;
    const onServer = async () => {
      const there = new Set((await google.list(email)).messages?.map((one) => one.id));
      const rows = [...ids].filter(([, message]) => there.has(message));
      return statesOf(
        await Promise.all(
          rows.map(async ([subject, message]) => {
            const labels = await labelsOf(message);
            const roles = labels.flatMap((label) => labelRoles[label] ?? []);
            const own = labels.includes(work) && !roles.some((role) => role === "trash" || role === "junk");
            return {
              subject,
              folders: [...(roles.length > 0 ? roles : ["archive"]), ...(own ? ["Work"] : [])],
              unread: labels.includes("UNREAD"),
              starred: labels.includes("STARRED"),
            };
          }),
        ),
      );
    };
    return { key: { tenantId, userId, id }, onServer, deliver };
  };
}

export function microsoftServer(microsoft: Microsoft): ActionServer {
  return async ({ world }, who, subjects) => {
    const email = `acts-${newId()}@outlook.test`;
    const there = microsoft.addAccount(email);
    for (const subject of subjects) there.add(mailNamed(subject));
    there.folders.add("Work", { under: "inbox" });
    const key = await connectAs(world, who, { kind: "outlook", email, tokens: microsoft.signIn.grant(email) });
    const onServer = async () =>
      statesOf(
        [...there.messages.values()].map(({ raw, folder, isRead, isFlagged }) => ({
          subject: headerOf(raw, "subject"),
          folders: [graphRoles[folder] ?? there.folders.get(folder).displayName],
          unread: !isRead,
          starred: isFlagged,
        })),
      );
    return { key, onServer, deliver: async (raw) => there.add(raw) };
  };
}

/** A server without flags and folders: it only says which messages it still has. */
export function pop3Server(dovecot: Dovecot): ActionServer {
  return async ({ call }, who, subjects) => {
    const account = `pops-${newId()}`;
    for (const subject of subjects) await dovecot.deliver(account, mailNamed(subject));
    const { host, port, secure, username, password } = dovecot.pop3(account);
    const body = { host, port, secure, username, password, leaveOnServer: true };
    const { id } = (await call(who, api.mailboxes.connectPop3, { body })).body;
    const onServer = async () => {
      const found = dovecot.admin("fetch", "-u", account, "hdr.subject", "mailbox", "INBOX");
      const named = [...found.matchAll(/^hdr\.subject: (.*)$/gm)].map(([, subject = ""]) => subject);
      return statesOf(named.map((subject) => ({ subject, folders: ["inbox"], unread: false, starred: false })));
    };
    const key = { tenantId: who.tenantId, userId: who.id, id };
    return { key, onServer, deliver: async (raw) => dovecot.deliver(account, raw), keeps: () => "inbox" };
  };
}

/** Files without flags, in folders with a role. */
export function localServer(): ActionServer {
  return async ({ world }, who, subjects) => {
    const account = { folder: localMailFolder(world.config.dataDir, who.id) };
    const deliver = (raw: string) => deliverLocally(account, Buffer.from(raw));
    for (const subject of subjects) await deliver(mailNamed(subject));
    const owner = { tenantId: who.tenantId, userId: who.id };
    const quiet = { enqueue: async () => undefined };
    const id = await fencedTransaction(world.db, owner, (tx) => ensureLocalMailbox(quiet, tx, owner, who.email));
    const onServer = async () => {
      const rows: MailRow[] = [];
      for (const role of await readdir(account.folder))
        for (const file of await readdir(join(account.folder, role)))
          rows.push({
            subject: headerOf(await readFile(join(account.folder, role, file)), "subject"),
            ...{ folders: [role], unread: false, starred: false },
          });
      return statesOf(rows);
    };
    return { key: { ...owner, id }, onServer, deliver, keeps: (state) => state.replaceAll(/ (unread|starred)/g, "") };
  };
}
