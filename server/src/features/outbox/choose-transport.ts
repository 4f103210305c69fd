import { t } from "@intellibox/contract/text/t";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import type { OutboxRoute } from "#db/tables/outbox.ts";
import type { MailServer } from "#outside/mail-server.ts";
import { type Transport, TransportError } from "#outside/transports/transport.ts";
import type { World } from "#scope.ts";
import { mailServerLogin } from "#features/mail-servers/mail-servers.ts";
import { findMailbox } from "#features/mailboxes/mailbox-key.ts";
import { cloudLoginOf } from "#features/mailboxes/mailbox-login.ts";

/** The tenant's SMTP server as the transports take it, and its From name; undefined if none is set up. */
export async function findSmtpServer(tx: Tx, { sealer, config }: Pick<World, "sealer" | "config">, tenantId: string) {
  const login = await mailServerLogin(tx, { tenantId, sealer }, "smtp");
  if (!login) return undefined;
  const { fromName, ...server } = login;
  return { fromName, server: { ...server, allowPrivate: config.allowPrivateHosts } };
}

type Departure = {
  tenantId: string;
  userId: string;
  mailboxId: string | null;
  route: OutboxRoute;
  server: MailServer | undefined;
};

/** A mail from a Gmail or Outlook mailbox leaves by its provider's API, any other by the tenant's SMTP server. */
export async function chooseTransport(world: World, mail: Departure): Promise<Transport> {
  if (mail.route !== "smtp") return world.outside.sendBy(cloudLoginOf(world, await mailboxOf(world, mail)));
  if (!mail.server) throw new TransportError("permanent", t("No mail server is set up for sending any more."));
  return world.outside.smtp(mail.server);
}

async function mailboxOf({ db }: World, { tenantId, userId, mailboxId }: Departure) {
  const key = mailboxId && { tenantId, userId, id: mailboxId };
  const row = key ? await fencedTransaction(db, key, (tx) => findMailbox(tx, key)) : undefined;
  if (!row)
    throw new TransportError("permanent", t("The mailbox that this mail was to leave by is not connected any more."));
  return row;
}
