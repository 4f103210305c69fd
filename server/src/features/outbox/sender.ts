import { emailPattern } from "@intellibox/contract/fields";
import { and, eq } from "drizzle-orm";
import { conflict, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { firstOr } from "#db/rows.ts";
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
};

export async function findSender(tx: Tx, scope: Scope): Promise<Sender> {
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
  // Servers let an account send as itself and refuse it as another; the answer still has to reach the person.
  const account = emailPattern.test(server.username) ? server.username : email;
  return {
    from: { name: oneLine(fromName || name), address: account },
    replyTo: account.toLowerCase() === email ? undefined : { name: oneLine(name), address: email },
    signatureHtml,
    server,
    quota: quota ?? unlimited,
  };
}

/** A name is free text elsewhere; in a header it is one line. */
const oneLine = (text: string) => text.replaceAll(/\p{C}+/gu, " ").trim();
