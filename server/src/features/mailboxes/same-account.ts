// Recognizes an account that is connected already under another spelling of its user name or another name of its server.
import { tagOf } from "#lib/tokenize.ts";
import type { Tx } from "#db/fence.ts";
import { and, asc, eq, sql } from "#db/orm.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { withDeadline } from "#outside/mail-server.ts";
import type { ArrivedMail } from "#outside/mailboxes/mailbox.ts";
import { parseMails } from "#outside/mime/parse.ts";
import type { MailboxLogin } from "#outside/outside.ts";
import type { Scope } from "#scope.ts";
import type { MailboxRow } from "./mailbox-key.ts";
import { openPassword } from "./mailbox-login.ts";

type Account = Pick<MailboxRow, "kind" | "host" | "username" | "folder">;

/** RFC 3501 5.1: INBOX is the same in any case. Names of hosts are, too, and a dot at their end means nothing. */
export const sameFolder = (folder: string) => (folder.toUpperCase() === "INBOX" ? "INBOX" : folder);
export const sameHost = (host: string) => host.trim().toLowerCase().replace(/\.$/, "");

/** The mailboxes of the caller that may be this account, oldest first. The exact one, if there is one, alone. */
export async function findSimilar(tx: Tx, { tenantId, user }: Scope, account: Account): Promise<MailboxRow[]> {
  const rows = await tx
    .select()
    .from(mailboxes)
    .where(and(eq(mailboxes.tenantId, tenantId), eq(mailboxes.userId, user.id), eq(mailboxes.kind, account.kind)))
    .orderBy(asc(mailboxes.createdAt), asc(mailboxes.id));
  const inFolder = rows.filter((row) => sameFolder(row.folder) === sameFolder(account.folder));
  const exact = inFolder.find((row) => isExact(row, account));
  return exact ? [exact] : inFolder.filter((row) => isSimilarName(row.username, account.username));
}

export const isExact = (row: Account, account: Account) =>
  sameHost(row.host) === sameHost(account.host) && row.username === account.username;

/** The same in another case, or one with and one without its domain. */
function isSimilarName(one: string, other: string) {
  const [name, domain] = partsOf(one);
  const [otherName, otherDomain] = partsOf(other);
  return name === otherName && (domain === otherDomain || !domain || !otherDomain);
}
const partsOf = (username: string) => {
  const plain = username.trim().toLowerCase();
  const at = plain.lastIndexOf("@");
  return at < 0 ? [plain, ""] : [plain.slice(0, at), plain.slice(at + 1)];
};

const newestMails = 3;
/** Then the account counts as another one. */
const patienceMs = 9_000;

/**
 * The mailbox that holds the newest mail of this account, with the same ids on the server. Two accounts can have similar names,
 * so that names alone prove nothing. An account without mail is recognized by its server, name and password.
 */
export async function proveSame(
  scope: Scope,
  login: MailboxLogin,
  similar: MailboxRow[],
): Promise<MailboxRow | undefined> {
  const mails = await readNewest(scope, login).catch((error: Error) => {
    scope.log.info({ err: error }, "an account could not be compared with connected ones");
    return undefined;
  });
  if (mails?.length === 0) return findEmpty(scope, login, similar);
  const whole = mails?.filter(({ isPartial }) => !isPartial) ?? [];
  if (whole.length === 0) return undefined;
  const parsed = await parseMails(
    whole.map(({ raw }) => raw),
    tagOf(scope.user.id),
    { tenantId: scope.tenantId, userId: scope.user.id },
  );
  const wanted = whole.flatMap(({ remoteId, raw }, at) => {
    const mail = parsed[at]?.mail;
    return mail ? [{ remoteId, key: [raw.length, mail.messageId, mail.from.address, mail.subject].join(" ") }] : [];
  });
  for (const row of similar) {
    const stored = await scope.tx((tx) =>
      storedKeys(
        tx,
        row,
        wanted.map(({ remoteId }) => remoteId),
      ),
    );
    const known = wanted.filter(({ remoteId }) => stored.has(remoteId));
    if (known.length > 0 && known.every(({ remoteId, key }) => stored.get(remoteId) === key)) return row;
  }
  return undefined;
}

/** The mailbox without mail on the same port of the same machine, with the same name in any case and the same password. */
async function findEmpty(scope: Scope, login: MailboxLogin, similar: MailboxRow[]): Promise<MailboxRow | undefined> {
  if (login.kind !== "imap" && login.kind !== "pop3") return undefined;
  const machineOf = (host: string) => scope.outside.addressesOf(host).catch((): string[] => []);
  const machine = new Set(await withDeadline(patienceMs, () => undefined, machineOf(login.host)));
  for (const row of similar) {
    const isNamed = row.port === login.port && row.username.toLowerCase() === login.username.toLowerCase();
    if (!isNamed || row.messageCount > 0 || openPassword(scope.sealer, row) !== login.password) continue;
    if ((await machineOf(row.host)).some((address) => machine.has(address))) return row;
  }
  return undefined;
}

/** Leaves everything on the server as it is. */
async function readNewest(scope: Scope, login: MailboxLogin): Promise<ArrivedMail[]> {
  const mailbox = await scope.outside.openMailbox(login.kind === "pop3" ? { ...login, leaveOnServer: true } : login);
  const read = async () => {
    const found: ArrivedMail[] = [];
    for await (const { arrived } of mailbox.sync(null, { limit: newestMails })) {
      found.push(...arrived);
      if (found.length >= newestMails) break;
    }
    return found;
  };
  const close = () => void mailbox.close().catch(() => undefined);
  return withDeadline(patienceMs, close, read()).finally(close);
}

async function storedKeys(tx: Tx, { tenantId, id }: MailboxRow, remoteIds: string[]): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ remote_id: string; key: string }>(sql`
    select p.remote_id, concat_ws(' ', m.size, coalesce(m.message_id, ''), m.from_address, m.subject) as key
    from message_folders p join messages m on m.tenant_id = p.tenant_id and m.id = p.message_id
    where p.tenant_id = ${tenantId} and p.mailbox_id = ${id} and p.remote_id = any (${sql.param(remoteIds)}::text[])`);
  return new Map(rows.map((row) => [row.remote_id, row.key]));
}

/**
 * The address of an earlier mailbox that seems to be the same account. Another folder of an account, and the mailbox of the built-in
 * server, are meant to be beside it.
 */
export function sameAsOf(row: MailboxRow, all: MailboxRow[]): string | null {
  if (row.kind === "local") return null;
  const isEarlier = (other: MailboxRow) =>
    other.createdAt < row.createdAt || (other.createdAt.getTime() === row.createdAt.getTime() && other.id < row.id);
  const same = all.find(
    (other) =>
      other.kind !== "local" &&
      isEarlier(other) &&
      other.email.toLowerCase() === row.email.toLowerCase() &&
      (other.kind !== row.kind || sameFolder(other.folder) === sameFolder(row.folder)),
  );
  return same?.email ?? null;
}
