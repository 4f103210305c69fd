// Archives all mail of senders, and blocks them.
import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { senders as calls } from "@intellibox/contract/endpoints/senders";
import { maxBulkMessages } from "@intellibox/contract/rules/limits";
import { t } from "@intellibox/contract/text/t";
import { AppError, invalid } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, desc, eq, inArray, isNull, sql } from "#db/orm.ts";
import { ownAddresses } from "#db/own-addresses.ts";
import { blockedSenders } from "#db/tables/blocked-senders.ts";
import { messages } from "#db/tables/messages.ts";
import type { Scope } from "#scope.ts";
import { applyAction } from "#features/actions/apply-action.ts";
import { NoWayError, unsubscribe } from "#features/inbox/unsubscribe.ts";
import type { OutboundSender } from "#features/outbox/outbound-sender.ts";

const ofSenders = ({ tenantId, user }: Scope, addresses: string[]) =>
  and(
    eq(messages.tenantId, tenantId),
    eq(messages.userId, user.id),
    sql`lower(${messages.fromAddress}) = any (${sql.param(addresses)}::text[])`,
    isNull(messages.removeAt),
    isNull(messages.goneAt),
  );

/** The newest messages of the senders in the inbox. */
export async function archiveSenders(scope: Scope, addresses: string[]): Promise<ResponseOf<typeof calls.archive>> {
  const rows = await scope.tx((tx) =>
    tx
      .select({ id: messages.id })
      .from(messages)
      .where(and(ofSenders(scope, addresses), eq(messages.folder, "inbox")))
      .orderBy(desc(messages.date))
      .limit(maxBulkMessages + 1),
  );
  const chosen = rows.slice(0, maxBulkMessages).map(({ id }) => id);
  if (chosen.length === 0) return { actionId: null, ids: [], hasMore: false };
  const { actionId, ids } = await applyAction(scope, { ids: chosen, action: "archive", extent: "message" });
  return { actionId, ids, hasMore: rows.length > chosen.length };
}

/** One after the other, so that lists of one server are not called at once. */
export async function unsubscribeSenders(
  scope: Scope,
  outbound: OutboundSender,
  addresses: string[],
): Promise<ResponseOf<typeof calls.unsubscribeAll>> {
  const items: ResponseOf<typeof calls.unsubscribeAll>["items"] = [];
  for (const address of new Set(addresses)) {
    const id = await lastOf(scope, address);
    items.push(
      id === undefined
        ? { address, outcome: "none", message: null }
        : await unsubscribe(scope, outbound, id).then(
            ({ method }) => ({
              address,
              outcome: method === "link" ? ("link" as const) : ("unsubscribed" as const),
              message: null,
            }),
            (error: unknown) => {
              if (!(error instanceof AppError)) throw error;
              const outcome = error instanceof NoWayError ? ("none" as const) : ("failed" as const);
              return { address, outcome, message: error.message };
            },
          ),
    );
  }
  return { items };
}

async function lastOf(scope: Scope, address: string): Promise<string | undefined> {
  const [row] = await scope.tx((tx) =>
    tx
      .select({ id: messages.id })
      .from(messages)
      .where(and(ofSenders(scope, [address]), inArray(messages.folder, ["inbox", "archive", "other", "snoozed"])))
      .orderBy(desc(messages.date), desc(messages.id))
      .limit(1),
  );
  return row?.id;
}

export async function blockSenders(scope: Scope, addresses: string[], blocked: boolean) {
  const { tenantId, user } = scope;
  const chosen = [...new Set(addresses)];
  const owner = { tenantId, userId: user.id };
  await scope.tx(async (tx) => {
    if (blocked) {
      if (await hasOwnAddress(tx, scope, chosen)) throw invalid(t("You cannot block your own address."));
      await tx
        .insert(blockedSenders)
        .values(chosen.map((address) => ({ ...owner, address })))
        .onConflictDoNothing();
    } else
      await tx
        .delete(blockedSenders)
        .where(
          and(
            eq(blockedSenders.tenantId, tenantId),
            eq(blockedSenders.userId, user.id),
            inArray(blockedSenders.address, chosen),
          ),
        );
  });
  return { addresses: chosen };
}

/** Mail to oneself would land in spam. */
async function hasOwnAddress(tx: Tx, { tenantId, user }: Scope, chosen: string[]): Promise<boolean> {
  const own = await ownAddresses(tx, { tenantId, userId: user.id });
  return chosen.some((address) => own.has(address.toLowerCase()));
}

export const listBlocked = ({ tenantId, user, tx: inTx }: Scope): Promise<ResponseOf<typeof calls.blocked>> =>
  inTx(async (tx) => ({
    items: await tx
      .select({ address: blockedSenders.address, blockedAt: blockedSenders.createdAt })
      .from(blockedSenders)
      .where(and(eq(blockedSenders.tenantId, tenantId), eq(blockedSenders.userId, user.id)))
      .orderBy(desc(blockedSenders.createdAt), blockedSenders.address),
  }));
