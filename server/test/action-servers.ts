// Mailboxes of three kinds for tests of actions, each with what its server has.
import { api } from "@intellibox/contract/api";
import { newId } from "#lib/ids.ts";
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

export type ActionMailbox = { key: MailboxKey; onServer(): Promise<MailStates> };
/** Connects a mailbox with unread mail in the inbox and a folder or label "Work". It is not synced yet. */
export type ActionServer = (product: Product, who: Caller, subjects: string[]) => Promise<ActionMailbox>;

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
          and (pending_unread is not null or pending_starred is not null or remove_at is not null))
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

export function dovecotServer(dovecot: Dovecot): ActionServer {
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
    return { key: { tenantId: who.tenantId, userId: who.id, id }, onServer };
  };
}

export function googleServer(google: Google, newAccount: () => string): ActionServer {
  return async ({ world }, who, subjects) => {
    const email = newAccount();
    const ids = new Map<string, string>();
    for (const subject of subjects) ids.set(subject, (await google.deliver(email, mailNamed(subject))).id);
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
    return { key: { tenantId, userId, id }, onServer };
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
    return { key, onServer };
  };
}
