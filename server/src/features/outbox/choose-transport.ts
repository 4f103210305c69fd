import { and, eq } from "drizzle-orm";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import type { OutboxRoute } from "#db/tables/outbox.ts";
import type { MailServer } from "#outside/mail-server.ts";
import { type Transport, TransportError } from "#outside/transports/transport.ts";
import type { World } from "#scope.ts";
import { mailServerLogin } from "#features/mail-servers/mail-servers.ts";
import { cloudLoginOf } from "#features/mailboxes/mailbox-login.ts";

/** A tenant's SMTP server as the transports take it, and the name its mail is from; undefined where none is set up. */
export async function findSmtpServer(tx: Tx, { sealer, config }: Pick<World, "sealer" | "config">, tenantId: string) {
  const login = await mailServerLogin(tx, { tenantId, sealer }, "smtp");
  if (!login) return undefined;
  const { fromName, ...server } = login;
  return { fromName, server: { ...server, allowPrivate: config.allowPrivateHosts } };
}

type Leaving = {
  tenantId: string;
  userId: string;
  mailboxId: string | null;
  route: OutboxRoute;
  server: MailServer | undefined;
};

/** The way a mail leaves: by the API of the cloud mailbox that it is from, else by the tenant's SMTP server. */
export async function chooseTransport(world: World, leaving: Leaving): Promise<Transport> {
  if (leaving.route !== "smtp") return world.outside.sendBy(cloudLoginOf(world, await findMailbox(world, leaving)));
  if (!leaving.server) throw new TransportError("permanent", "No mail server is set up for sending any more.");
  return world.outside.smtp(leaving.server);
}

async function findMailbox({ db }: World, { tenantId, userId, mailboxId }: Leaving) {
  const rows = mailboxId
    ? await fencedTransaction(db, { tenantId, userId }, (tx) =>
        tx
          .select()
          .from(mailboxes)
          .where(and(eq(mailboxes.tenantId, tenantId), eq(mailboxes.id, mailboxId))),
      )
    : [];
  const [row] = rows;
  if (!row)
    throw new TransportError("permanent", "The mailbox that this mail was to leave by is not connected any more.");
  return row;
}
