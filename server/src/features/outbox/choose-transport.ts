import type { Tx } from "#db/fence.ts";
import type { MailServer } from "#outside/mail-server.ts";
import { type Transport, TransportError } from "#outside/transports/transport.ts";
import type { World } from "#scope.ts";
import { mailServerLogin } from "#features/mail-servers/mail-servers.ts";

/** A tenant's SMTP server as the transports take it, and the name its mail is from; undefined where none is set up. */
export async function findSmtpServer(tx: Tx, { sealer, config }: Pick<World, "sealer" | "config">, tenantId: string) {
  const login = await mailServerLogin(tx, { tenantId, sealer }, "smtp");
  if (!login) return undefined;
  const { fromName, ...server } = login;
  return { fromName, server: { ...server, allowPrivate: config.allowPrivateHosts } };
}

/** The way a mail leaves. */
export function chooseTransport({ outside }: Pick<World, "outside">, server: MailServer | undefined): Transport {
  if (!server) throw new TransportError("permanent", "No mail server is set up for sending any more.");
  return outside.smtp(server);
}
