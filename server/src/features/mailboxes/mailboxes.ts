import type { api } from "@intellibox/contract/api";
import type { ResponseOf } from "@intellibox/contract/endpoint";
import { connectDefaults } from "@intellibox/contract/endpoints/mailboxes";
import { maySendAs } from "@intellibox/contract/rules/send-as";
import { t } from "@intellibox/contract/text/t";
import { conflict, notFound, outsideFailed } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, asc, desc, eq, inArray } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { mailServers } from "#db/tables/mail-servers.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { fingerprintOf } from "#outside/certificate.ts";
import type { MailboxLogin } from "#outside/outside.ts";
import type { Scope } from "#scope.ts";
import { outsideRefusal } from "#features/mail-servers/trust.ts";
import { canKeepDrafts } from "./can-keep-drafts.ts";
import { leftToLoad, wantsHistory } from "./history.ts";
import { leaveRules } from "./leave-rules.ts";
import { findMailbox, isMailbox, type MailboxRow } from "./mailbox-key.ts";
import { loginOf } from "./mailbox-login.ts";
import { endChannel } from "./push/channels.ts";
import { requestSync, syncMailboxJob } from "./request-sync.ts";
import { sameAsOf } from "./same-account.ts";

export const listMailboxes = (scope: Scope) =>
  scope.tx(async (tx) => {
    const rows = await tx
      .select()
      .from(mailboxes)
      .where(ofCaller(scope))
      .orderBy(asc(mailboxes.createdAt), asc(mailboxes.email), asc(mailboxes.id));
    return { items: rows.map((row) => presentMailbox(row, scope, rows)) };
  });

/** `all` are the mailboxes of its owner, as far as they are to be compared with it. */
export function presentMailbox(
  row: MailboxRow,
  { user, now, config }: Pick<Scope, "user" | "now" | "config">,
  all: MailboxRow[] = [],
) {
  const { id, email, name, color, kind, status, lastError, nextSyncAt, hasOlder, isPaused } = row;
  const isLeased = row.leaseUntil !== null && row.leaseUntil > now();
  // A request waits while the mailbox is paused.
  const syncing = isLeased || (row.wantedAt !== null && !isPaused);
  return {
    ...{ id, email, name, color, provider: kind, type: kind, status, lastError, hasOlder, isPaused },
    lastSync: row.lastSyncAt,
    nextSync: isPaused ? null : nextSyncAt,
    syncing,
    remaining: syncing ? row.remaining : 0,
    history: {
      days: row.historyDays,
      isLoading: wantsHistory(row, config),
      backTo: row.historyBackTo,
      left: leftToLoad(row, config, now()),
    },
    counts: { messages: row.messageCount, inbox: row.inboxCount, unread: row.unreadCount },
    keepsDrafts: canKeepDrafts(kind) ? row.keepsDrafts : null,
    deletesForGood: row.deletesForGood,
    maySendAs: maySendAs(row, user.email),
    aliases: row.aliases.flatMap(({ address, isConfirmed }) => (isConfirmed ? address : [])),
    sameAs: sameAsOf(row, all),
    needsReconnect: (kind === "gmail" || kind === "outlook") && row.passwordSealed === null,
  };
}

/** The initial values of the connect forms: those of the last mailbox, else of the company's servers with the user's address. */
export const mailboxConfig = (scope: Scope): Promise<ResponseOf<typeof api.mailboxes.config>> =>
  scope.tx(async (tx) => {
    const connected = await tx
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
    const ownOf = (kind: "imap" | "pop3") => connected.find((row) => row.kind === kind);
    const savedFor = (kind: "imap" | "pop3") => {
      const own = ownOf(kind);
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
    return {
      protocol: connected[0]?.kind === "pop3" ? "pop3" : "imap",
      imap: { ...savedFor("imap"), folder: ownOf("imap")?.folder ?? connectDefaults.imap.folder },
      pop3: { ...savedFor("pop3"), leaveOnServer: ownOf("pop3")?.leaveOnServer ?? connectDefaults.pop3.leaveOnServer },
    };
  });

/** Signs in to the server. Throws an error with a message for the user. */
export async function tryLogin(scope: Scope, login: MailboxLogin): Promise<{ message: string }> {
  try {
    if (login.kind === "imap") {
      const verified = await scope.outside.testImap(login);
      if ((login.folder ?? "INBOX").toUpperCase() === "INBOX") return verified;
    }
    if (login.kind === "pop3") return await scope.outside.testPop3(login);
    // Opening checks a folder other than INBOX, and whether the provider still accepts our tokens.
    await (await scope.outside.openMailbox(login)).close();
    if (login.kind === "local") return { message: "Connection OK." };
    return { message: `Signed in to ${"host" in login ? login.host : login.email}.` };
  } catch (error) {
    if (login.kind === "imap" || login.kind === "pop3") throw await outsideRefusal(scope, login.kind, login, error);
    throw outsideFailed(error instanceof Error ? error.message : t("The mailbox could not be opened."), error);
  }
}

export async function testMailbox(scope: Scope, id: string) {
  const row = await scope.tx((tx) => ownMailbox(tx, scope, id));
  const verified = await tryLogin(scope, loginOf(scope, row));
  // It works again, so a mailbox in backoff is synced at once.
  if (row.status !== "connected") await scope.tx((tx) => requestSync(scope, tx, mailboxOwner(scope), [id]));
  return verified;
}

/** Deletes the mailbox with its credentials, messages and waiting jobs. Its raw sources follow after the commit. */
export async function removeMailbox(scope: Scope, id: string) {
  await endChannel(scope, await scope.tx((tx) => ownMailbox(tx, scope, id)));
  await scope.tx(async (tx) => {
    const gone = await tx
      .delete(mailboxes)
      .where(isMailbox({ ...mailboxOwner(scope), id }))
      .returning({ id: mailboxes.id });
    firstOr(gone, notFound(t("Mailbox not found")));
    await leaveRules(tx, scope, id);
    await scope.withdraw(tx, syncMailboxJob, { id });
    await scope.publish(tx, mailboxOwner(scope), { kind: "mailboxes", data: { mailbox: id } });
    await scope.publish(tx, mailboxOwner(scope), { kind: "messages", data: { mailbox: id } });
  });
  await scope.outside.objects
    .removeFolder(id)
    // If this fails, the sweep deletes the folder of a mailbox that is gone.
    .catch((error: Error) => scope.log.warn({ err: error }, "raw sources were not removed"));
  return { ok: true } as const;
}

export const syncOne = (scope: Scope, id: string, { limit, mode }: { limit: number; mode?: "delta" | undefined }) =>
  scope.tx(async (tx) => {
    const { isPaused, email } = await ownMailbox(tx, scope, id);
    if (isPaused) throw paused(email);
    await requestSync(scope, tx, mailboxOwner(scope), [id], mode ? undefined : limit);
    return presentMailbox(await ownMailbox(tx, scope, id), scope);
  });

/** Leaves out the mailboxes that are paused. */
export const syncAll = (scope: Scope, { limit, mode }: { limit: number; mode?: "delta" | undefined }) =>
  scope.tx(async (tx) => {
    const rows = await tx
      .select({ id: mailboxes.id, email: mailboxes.email, isPaused: mailboxes.isPaused })
      .from(mailboxes)
      .where(ofCaller(scope));
    const ids = rows.flatMap(({ id, isPaused }) => (isPaused ? [] : id));
    const [first] = rows;
    if (first && ids.length === 0)
      throw rows.length === 1
        ? paused(first.email)
        : conflict(t("All mailboxes are paused. Resume them in Sync Settings."));
    return { mailboxes: (await requestSync(scope, tx, mailboxOwner(scope), ids, mode ? undefined : limit)).length };
  });

export const paused = (email: string) => conflict(t("{email} is paused. Resume it in Sync Settings.", { email }));

export async function ownMailbox(tx: Tx, scope: Scope, id: string, options?: { lock: boolean }): Promise<MailboxRow> {
  const row = await findMailbox(tx, { ...mailboxOwner(scope), id }, options);
  if (!row) throw notFound(t("Mailbox not found"));
  return row;
}

/** The caller as the owner of mailboxes, in the tenant that the call is about. */
export const mailboxOwner = ({ tenantId, user }: Scope) => ({ tenantId, userId: user.id });
const ofCaller = ({ tenantId, user }: Scope) => and(eq(mailboxes.tenantId, tenantId), eq(mailboxes.userId, user.id));
