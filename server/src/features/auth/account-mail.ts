// Mail about an account: links to choose a password, and word of what others did. It leaves by the owner company's server only:
// an administrator chooses the own company's server, and could read there what proves who somebody is.
import { emailPattern } from "@intellibox/contract/fields";
import { and, eq } from "drizzle-orm";
import { outsideFailed } from "#lib/errors.ts";
import { publicUrlOf } from "#lib/public-url.ts";
import { mailServers } from "#db/tables/mail-servers.ts";
import { tenants } from "#db/tables/tenants.ts";
import { composeMail, newMessageId } from "#outside/mime/compose.ts";
import type { Common } from "#scope.ts";
import { isBuiltIn } from "#features/mail-servers/built-in-server.ts";
import { openLogin } from "#features/mail-servers/mail-servers.ts";

export type AccountMail = { to: { name: string; address: string }; subject: string; text: string };

/** Sends mail about accounts; undefined where the owner company has no server that reaches people. */
export async function accountMailer(scope: Common): Promise<((mail: AccountMail) => Promise<void>) | undefined> {
  const { config, sealer } = scope;
  // As platform: the server is the owner company's, whoever asks.
  const [found] = await scope.platformTx((tx) =>
    tx
      .select({ server: mailServers, contact: tenants.contactEmail })
      .from(mailServers)
      .innerJoin(tenants, eq(tenants.id, mailServers.tenantId))
      .where(and(eq(tenants.isOwner, true), eq(mailServers.protocol, "smtp"))),
  );
  if (!found || isBuiltIn(found.server)) return undefined;
  const { fromName, ...server } = openLogin(sealer, found.server);
  const address = [server.username, found.contact].find((candidate) => emailPattern.test(candidate));
  const from = {
    name: fromName || "Intellibox",
    address: address ?? `no-reply@${new URL(publicUrlOf(config)).hostname}`,
  };
  return async ({ to, subject, text }) => {
    const letter = { messageId: newMessageId(from.address), date: scope.now(), from, to: [to], subject, text };
    const composed = await composeMail(letter);
    const transport = scope.outside.smtp({ ...server, allowPrivate: config.allowPrivateHosts });
    await transport
      .send(composed, async () => undefined)
      .catch((error: unknown) => {
        const why = error instanceof Error ? error.message : String(error);
        throw outsideFailed(`The link could not be mailed: ${why}`, error);
      });
  };
}

export const canMailLinks = async (scope: Common) => (await accountMailer(scope)) !== undefined;
