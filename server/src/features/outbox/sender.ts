import { emailPattern } from "@intellibox/contract/fields";
import { and, eq } from "drizzle-orm";
import { conflict, invalid, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { firstOr } from "#db/rows.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { plans } from "#db/tables/plans.ts";
import { tenants } from "#db/tables/tenants.ts";
import { users } from "#db/tables/users.ts";
import type { MailServer } from "#outside/mail-server.ts";
import type { MailAddress } from "#outside/mime/parsed-mail.ts";
import type { Scope } from "#scope.ts";
import { findSmtpServer } from "./choose-transport.ts";
import { unlimited } from "./quota.ts";

/** Who sends, as a mail shows it, by which server, and how much the plan allows. */
export type Sender = {
  from: MailAddress;
  replyTo: MailAddress | undefined;
  signatureHtml: string;
  server: MailServer;
  quota: number;
  /** Where the copy lands; null where the sender has no mailbox of that address. */
  mailboxId: string | null;
};

/** The mailbox that a reply is to leave by, as its caller names it. */
export type Account = { mailboxId: string | undefined; fromAccount: string | undefined };

export async function findSender(tx: Tx, scope: Scope, account: Account): Promise<Sender> {
  const rows = await tx
    .select({ name: users.name, email: users.email, signatureHtml: users.signatureHtml, quota: plans.emailQuota })
    .from(users)
    .innerJoin(tenants, eq(tenants.id, users.tenantId))
    .leftJoin(plans, eq(plans.id, tenants.planId))
    .where(and(eq(users.tenantId, scope.tenantId), eq(users.id, scope.user.id)));
  const { name, email, signatureHtml, quota } = firstOr(rows, notFound("User"));
  const smtp = await findSmtpServer(tx, scope, scope.tenantId);
  if (!smtp)
    throw conflict("No mail server is set up for sending. An administrator can add one in Mail Configuration.");
  const { server, fromName } = smtp;
  const own = await tx
    .select({ id: mailboxes.id, email: mailboxes.email, kind: mailboxes.kind })
    .from(mailboxes)
    .where(and(eq(mailboxes.tenantId, scope.tenantId), eq(mailboxes.userId, scope.user.id)));
  const mailbox = chooseMailbox(own, account);
  // Servers let an account send as itself and refuse it as another; the answer still has to reach the person.
  const address = mailbox?.email ?? (emailPattern.test(server.username) ? server.username : email);
  const isOwn = mailbox !== undefined || address.toLowerCase() === email;
  return {
    from: { name: oneLine(mailbox ? name : fromName || name), address },
    replyTo: isOwn ? undefined : { name: oneLine(name), address: email },
    signatureHtml,
    server,
    quota: quota ?? unlimited,
    mailboxId: (mailbox ?? own.find((candidate) => isSame(candidate.email, address)))?.id ?? null,
  };
}

type OwnMailbox = { id: string; email: string; kind: (typeof mailboxes.$inferSelect)["kind"] };

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
