// Unsubscribe links: each mail to many has one, which works without sign-in and never expires.
import { publicUrlOf } from "#lib/public-url.ts";
import { hashToken } from "#lib/tokens.ts";
import { publish } from "#db/events.ts";
import type { Tx } from "#db/fence.ts";
import { eq, sql } from "#db/orm.ts";
import { unsubscribeLinks } from "#db/tables/suppressions.ts";
import { tenants } from "#db/tables/tenants.ts";
import type { Scope, Visitor } from "#scope.ts";
import { suppress } from "./suppressions.ts";

/** The token of a test mail to oneself, whose link changes nothing. */
export const testToken = "test";

export const unsubscribeUrl = ({ config }: Pick<Scope, "config">, token: string) => `${publicUrlOf(config)}/u/${token}`;

export type NewLink = { token: string; address: string; recipientId: string };

/** In the transaction that accepts the mails. */
export async function storeLinks(tx: Tx, tenantId: string, links: NewLink[]) {
  if (links.length === 0) return;
  await tx
    .insert(unsubscribeLinks)
    .values(
      links.map(({ token, address, recipientId }) => ({ tenantId, hash: hashToken(token), address, recipientId })),
    );
}

/** As platform, because only the token says which company it is of. */
export const findLink = async ({ platformTx }: Visitor, token: string) => {
  const [found] = await platformTx((tx) =>
    tx
      .select({ link: unsubscribeLinks, company: tenants.name })
      .from(unsubscribeLinks)
      .innerJoin(tenants, eq(tenants.id, unsubscribeLinks.tenantId))
      .where(eq(unsubscribeLinks.hash, hashToken(token))),
  );
  return found;
};

export type FoundLink = NonNullable<Awaited<ReturnType<typeof findLink>>>;

/** Whether the address gets no mail because its owner said so. An administrator may have taken it off the list since. */
export const isUnsubscribed = async (
  { platformTx }: Visitor,
  { link: { tenantId, address, recipientId } }: FoundLink,
) => {
  const { rows } = await platformTx((tx) =>
    tx.execute(sql`
      select from suppressions s where s.tenant_id = ${tenantId} and s.address = ${address} and (s.kind = 'unsubscribed' or exists (
        select from mail_merge_recipients r
        where r.tenant_id = ${tenantId} and r.id = ${recipientId} and r.unsubscribed_at is not null))`),
  );
  return rows.length > 0;
};

/** Twice is harmless. As platform, like `findLink`. */
export const unsubscribeByLink = ({ platformTx }: Visitor, { link }: FoundLink) =>
  platformTx(async (tx) => {
    const { tenantId, address, recipientId } = link;
    await suppress(tx, { tenantId, addresses: [address], kind: "unsubscribed" });
    const { rows } = await tx.execute<{ user_id: string }>(sql`
      update mail_merge_recipients set unsubscribed_at = now()
      where tenant_id = ${tenantId} and id = ${recipientId} and unsubscribed_at is null returning user_id`);
    for (const { user_id: userId } of rows) await publish(tx, { tenantId, userId }, { kind: "mail-merges", data: {} });
  });
