// Mail about an account: links to choose a password, and notices. It is sent by the owner company's server only. An administrator
// chooses their own company's server, and could read there the links that prove who owns an address.
import { emailPattern } from "@intellibox/contract/rules/email-pattern";
import { t } from "@intellibox/contract/text/t";
import { outsideFailed, reasonOf } from "#lib/errors.ts";
import { publicUrlOf } from "#lib/public-url.ts";
import { and, eq } from "#db/orm.ts";
import { mailServers } from "#db/tables/mail-servers.ts";
import { tenants } from "#db/tables/tenants.ts";
import { composeMail, newMessageId } from "#outside/mime/compose.ts";
import type { Common } from "#scope.ts";
import { isBuiltIn } from "#features/mail-servers/built-in-server.ts";
import { openLogin } from "#features/mail-servers/mail-servers.ts";

export type AccountMail = { to: { name: string; address: string }; subject: string; text: string };

type Mailer = (mail: AccountMail) => Promise<void>;

/**
 * Returns a function that sends mail about accounts, or undefined if the owner company has no SMTP server of its own. The demo's
 * built-in server delivers to mailboxes of this program, which only a person who is signed in can read.
 */
export async function accountMailer(scope: Common, { mayBeBuiltIn = false } = {}): Promise<Mailer | undefined> {
  const { config, sealer } = scope;
  // As platform: the server is the owner company's, whatever the caller's company.
  const [found] = await scope.platformTx((tx) =>
    tx
      .select({ server: mailServers, contact: tenants.contactEmail })
      .from(mailServers)
      .innerJoin(tenants, eq(tenants.id, mailServers.tenantId))
      .where(and(eq(tenants.isOwner, true), eq(mailServers.protocol, "smtp"))),
  );
  if (!found || (isBuiltIn(found.server) && !mayBeBuiltIn)) return undefined;
  const { fromName, ...server } = openLogin(sealer, found.server);
  const address = [server.username, found.contact].find((candidate) => emailPattern.test(candidate));
  const from = {
    name: fromName || "Intellibox",
    address: address ?? `no-reply@${new URL(publicUrlOf(config)).hostname}`,
  };
  return async ({ to, subject, text }) => {
    const mail = { messageId: newMessageId(from.address), date: scope.now(), from, to: [to], subject, text };
    const composed = await composeMail(mail);
    const transport = scope.outside.smtp({ ...server, allowPrivate: config.allowPrivateHosts });
    await transport
      .send(composed, async () => undefined)
      .catch((error: unknown) => {
        throw outsideFailed(t("The link could not be mailed: {reason}", { reason: reasonOf(error) }), error);
      });
  };
}

export const canMailLinks = async (scope: Common) => (await accountMailer(scope)) !== undefined;
