import { emailPattern } from "@intellibox/contract/fields";
import { and, eq, sql } from "drizzle-orm";
import { conflict, invalid, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { firstOr } from "#db/rows.ts";
import { mailServers } from "#db/tables/mail-servers.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import type { OutboxRoute } from "#db/tables/outbox.ts";
import { plans } from "#db/tables/plans.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { MailServer } from "#outside/mail-server.ts";
import type { MailAddress } from "#outside/mime/parsed-mail.ts";
import type { Scope } from "#scope.ts";
import { openLogin } from "#features/mail-servers/mail-servers.ts";
import { unlimited } from "./quota.ts";

/** Who sends, as a mail shows it, by which server, and how much the plan allows. */
export type Sender = {
  from: MailAddress;
  replyTo: MailAddress | undefined;
  signatureHtml: string;
  /** How it leaves; the server is there wherever that is by SMTP. */
  route: OutboxRoute;
  server: MailServer | undefined;
  quota: number;
  /** Where the copy lands; null where the sender has no mailbox of that address. */
  mailboxId: string | null;
};

/** The mailbox that a reply is to leave by, as its caller names it. */
export type Account = { mailboxId: string | undefined; fromAccount: string | undefined };

export function senderOf(scope: Scope, { user, quota, login, own }: SenderFacts, account: Account): Sender {
  const mailbox = chooseMailbox(own, account);
  const route = mailbox?.kind === "gmail" || mailbox?.kind === "outlook" ? mailbox.kind : "smtp";
  if (!login && route === "smtp") throw noServer();
  const { name, email, signatureHtml } = user;
  // Servers let an account send as itself and refuse it as another; the answer still has to reach the person.
  const address = mailbox?.email ?? (login && emailPattern.test(login.username) ? login.username : email);
  const isOwn = mailbox !== undefined || address.toLowerCase() === email;
  return {
    from: { name: oneLine(mailbox ? name : login?.fromName || name), address },
    replyTo: isOwn ? undefined : { name: oneLine(name), address: email },
    signatureHtml,
    route,
    server: serverOf(scope, login),
    quota: quota ?? unlimited,
    mailboxId: (mailbox ?? own.find((candidate) => isSame(candidate.email, address)))?.id ?? null,
  };
}

function serverOf({ config }: Scope, login: ReturnType<typeof openLogin> | undefined): MailServer | undefined {
  if (!login) return undefined;
  const { fromName: _, ...server } = login;
  return { ...server, allowPrivate: config.allowPrivateHosts };
}

const noServer = () =>
  conflict("No mail server is set up for sending. An administrator can add one in Mail Configuration.");

export type SenderFacts = Awaited<ReturnType<typeof askForSender>>;

/** All that a mail has to know of its sender in one question, a row for each of their mailboxes: it is on the way of every mail. */
export async function askForSender(tx: Tx, { tenantId, sealer, user: { id } }: Scope) {
  const rows = await tx
    .select({
      user: { name: users.name, email: users.email, signatureHtml: users.signatureHtml },
      quota: plans.emailQuota,
      settings: mailServers,
      mailbox: { id: mailboxes.id, email: mailboxes.email, kind: mailboxes.kind },
    })
    .from(users)
    .innerJoin(tenants, eq(tenants.id, users.tenantId))
    .leftJoin(plans, eq(plans.id, tenants.planId))
    .leftJoin(mailServers, and(eq(mailServers.tenantId, users.tenantId), eq(mailServers.protocol, "smtp")))
    .leftJoin(mailboxes, and(eq(mailboxes.tenantId, users.tenantId), eq(mailboxes.userId, users.id)))
    .where(and(eq(users.tenantId, sql.placeholder("tenantId")), eq(users.id, sql.placeholder("id"))))
    .prepare("ask_for_sender")
    .execute({ tenantId, id });
  const [first] = rows;
  if (!first) throw notFound("User");
  const { user, quota, settings } = first;
  const own = rows.flatMap(({ mailbox }) => mailbox ?? []);
  return { user, quota, login: settings ? openLogin(sealer, settings) : undefined, own };
}

type OwnMailbox = Pick<typeof mailboxes.$inferSelect, "id" | "email" | "kind">;

/** Nobody sends in the name of an account that is not among their own mailboxes. */
function chooseMailbox(own: OwnMailbox[], { mailboxId, fromAccount }: Account): OwnMailbox | undefined {
  if (!mailboxId) return fromAccount ? own.find(({ email }) => isSame(email, fromAccount)) : undefined;
  const mailbox = firstOr(
    own.filter(({ id }) => id === mailboxId),
    notFound("Mailbox"),
  );
  if (fromAccount && !isSame(mailbox.email, fromAccount))
    throw invalid("That mailbox has another address.", { "x-from-account": "That mailbox has another address." });
  return mailbox;
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** A name is free text elsewhere; in a header it is one line. */
const oneLine = (text: string) => text.replaceAll(/\p{C}+/gu, " ").trim();
