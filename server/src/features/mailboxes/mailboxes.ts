import type { api } from "@intellibox/contract/api";
import type { ResponseOf } from "@intellibox/contract/endpoint";
import { connectDefaults } from "@intellibox/contract/endpoints/mailboxes";
import { maySendAs } from "@intellibox/contract/rules/send-as";
import { and, asc, desc, eq, inArray } from "drizzle-orm";
import { notFound, outsideFailed } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { firstOr } from "#db/rows.ts";
import { mailServers } from "#db/tables/mail-servers.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { fingerprintOf } from "#outside/certificate.ts";
import type { MailboxLogin } from "#outside/outside.ts";
import type { Scope } from "#scope.ts";
import { outsideRefusal } from "#features/mail-servers/trust.ts";
import { findMailbox, isMailbox, type MailboxRow } from "./mailbox-key.ts";
import { loginOf } from "./mailbox-login.ts";
import { endChannel } from "./push/channels.ts";
import { requestSync, syncMailboxJob } from "./request-sync.ts";

export const listMailboxes = (scope: Scope) =>
  scope.tx(async (tx) => {
    const rows = await tx.select().from(mailboxes).where(ofCaller(scope)).orderBy(asc(mailboxes.createdAt));
    return { items: rows.map((row) => presentMailbox(row, scope)) };
  });

export function presentMailbox(row: MailboxRow, { user, now }: Pick<Scope, "user" | "now">) {
  const { id, email, kind, status, lastError, nextSyncAt, remaining, hasOlder } = row;
  const isLeased = row.leaseUntil !== null && row.leaseUntil > now();
  return {
    ...{ id, email, provider: kind, type: kind, status, lastError, remaining, hasOlder },
    lastSync: row.lastSyncAt,
    nextSync: nextSyncAt,
    syncing: isLeased || row.wantedAt !== null,
    counts: { messages: row.messageCount, inbox: row.inboxCount, unread: row.unreadCount },
    maySendAs: maySendAs(row, user.email),
    needsReconnect: (kind === "gmail" || kind === "outlook") && row.passwordSealed === null,
  };
}

/** What the connect forms begin with: the mailbox connected last, else the company's servers and the own address. */
export const mailboxConfig = (scope: Scope): Promise<ResponseOf<typeof api.mailboxes.config>> =>
  scope.tx(async (tx) => {
    const mine = await tx
      .select()
      .from(mailboxes)
      .where(and(ofCaller(scope), inArray(mailboxes.kind, ["imap", "pop3"])))
      .orderBy(desc(mailboxes.createdAt));
    const company = await tx
      .select({
        protocol: mailServers.protocol,
        host: mailServers.host,
        port: mailServers.port,
        secure: mailServers.secure,
        allowPlain: mailServers.allowPlain,
        trustedCertificate: mailServers.trustedCertificate,
      })
      .from(mailServers)
      .where(eq(mailServers.tenantId, scope.tenantId));
    const savedFor = (kind: "imap" | "pop3") => {
      const own = mine.find((row) => row.kind === kind);
      const unset = { host: "", allowPlain: false, trustedCertificate: null, ...connectDefaults[kind] };
      const { host, port, secure, allowPlain, trustedCertificate } =
        own ?? company.find(({ protocol }) => protocol === kind) ?? unset;
      return {
        ...{ host, port, secure, allowPlain },
        trustedFingerprint: fingerprintOf(trustedCertificate),
        username: own?.username ?? scope.user.email,
        passwordSaved: !!own?.passwordSealed,
      };
    };
    const own = (kind: "imap" | "pop3") => mine.find((row) => row.kind === kind);
    return {
      protocol: mine[0]?.kind === "pop3" ? "pop3" : "imap",
      imap: { ...savedFor("imap"), folder: own("imap")?.folder ?? connectDefaults.imap.folder },
      pop3: { ...savedFor("pop3"), leaveOnServer: own("pop3")?.leaveOnServer ?? connectDefaults.pop3.leaveOnServer },
    };
  });

/** Really signs in; throws what failed in words. */
export async function tryLogin(scope: Scope, login: MailboxLogin): Promise<{ message: string }> {
  try {
    if (login.kind === "imap") {
      const verified = await scope.outside.testImap(login);
      if ((login.folder ?? "INBOX").toUpperCase() === "INBOX") return verified;
    }
    if (login.kind === "pop3") return await scope.outside.testPop3(login);
    // Opening finds out whether a folder of another name is there, and whether the provider still lets us in.
    await (await scope.outside.openMailbox(login)).close();
    if (login.kind === "local") return { message: "Connection OK." };
    return { message: `Signed in to ${"host" in login ? login.host : login.email}.` };
  } catch (error) {
    if (login.kind === "imap" || login.kind === "pop3") throw await outsideRefusal(scope, login.kind, login, error);
    throw outsideFailed(error instanceof Error ? error.message : "The mailbox could not be opened.", error);
  }
}

export async function testMailbox(scope: Scope, id: string) {
  const row = await scope.tx((tx) => ownMailbox(tx, scope, id));
  const verified = await tryLogin(scope, loginOf(scope, row));
  // It works again: a mailbox that had given up is tried at once.
  if (row.status !== "connected") await scope.tx((tx) => requestSync(scope, tx, ownerOf(scope), [id]));
  return verified;
}

/** Its rows go at once, and with them its credentials, its place in every list and the jobs that wait for it. */
export async function removeMailbox(scope: Scope, id: string) {
  await endChannel(scope, await scope.tx((tx) => ownMailbox(tx, scope, id)));
  await scope.tx(async (tx) => {
    const gone = await tx
      .delete(mailboxes)
      .where(isMailbox({ ...ownerOf(scope), id }))
      .returning({ id: mailboxes.id });
    firstOr(gone, notFound("Mailbox"));
    await scope.withdraw(tx, syncMailboxJob, { id });
    await scope.publish(tx, ownerOf(scope), { kind: "mailboxes", data: { mailbox: id } });
    await scope.publish(tx, ownerOf(scope), { kind: "messages", data: { mailbox: id } });
  });
  await scope.outside.objects
    .removeFolder(id)
    // What could not be removed now has no owner any more, and is swept.
    .catch((error: Error) => scope.log.warn({ error: error.message }, "raw source was not removed"));
  return { ok: true } as const;
}

export const syncOne = (scope: Scope, id: string, { limit, mode }: { limit: number; mode?: "delta" | undefined }) =>
  scope.tx(async (tx) => {
    firstOr(await requestSync(scope, tx, ownerOf(scope), [id], mode ? undefined : limit), notFound("Mailbox"));
    return presentMailbox(await ownMailbox(tx, scope, id), scope);
  });

export const syncAll = (scope: Scope, { limit, mode }: { limit: number; mode?: "delta" | undefined }) =>
  scope.tx(async (tx) => {
    const mine = await tx.select({ id: mailboxes.id }).from(mailboxes).where(ofCaller(scope));
    const ids = mine.map(({ id }) => id);
    return { mailboxes: (await requestSync(scope, tx, ownerOf(scope), ids, mode ? undefined : limit)).length };
  });

export async function ownMailbox(tx: Tx, scope: Scope, id: string, options?: { lock: boolean }): Promise<MailboxRow> {
  const row = await findMailbox(tx, { ...ownerOf(scope), id }, options);
  if (!row) throw notFound("Mailbox");
  return row;
}

export const ownerOf = ({ tenantId, user }: Scope) => ({ tenantId, userId: user.id });
const ofCaller = ({ tenantId, user }: Scope) => and(eq(mailboxes.tenantId, tenantId), eq(mailboxes.userId, user.id));
