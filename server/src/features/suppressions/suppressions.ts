// The addresses of a company that get no mail of a mail merge. Ordinary mail is not concerned.
import type { BodyOf, QueryOf } from "@intellibox/contract/endpoint";
import { type suppressions as calls, maxAddedSuppressions } from "@intellibox/contract/endpoints/suppressions";
import type { SuppressionKind } from "@intellibox/contract/rules/mail-merge";
import { t } from "@intellibox/contract/text/t";
import { invalid, notFound } from "#lib/errors.ts";
import { threaded } from "#lib/threads.ts";
import type { Tx } from "#db/fence.ts";
import { and, desc, eq, sql } from "#db/orm.ts";
import { matchesAny, pageBounds } from "#db/paging.ts";
import { firstOr } from "#db/rows.ts";
import { suppressions } from "#db/tables/suppressions.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { audit } from "#features/audit/audit.ts";

const defaultLimit = 20;

/** Those of the addresses, in lower case, that are on the list. */
export async function suppressedAmong(tx: Tx, tenantId: string, addresses: string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ address: suppressions.address })
    .from(suppressions)
    .where(
      and(eq(suppressions.tenantId, tenantId), sql`${suppressions.address} = any (${sql.param(addresses)}::text[])`),
    );
  return new Set(rows.map(({ address }) => address));
}

type Suppressed = { tenantId: string; addresses: string[]; kind: SuppressionKind; note?: string };

/** The number of addresses that were not on the list yet. An address keeps the reason that it has. */
export async function suppress(tx: Tx, { tenantId, addresses, kind, note = "" }: Suppressed): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    insert into suppressions (tenant_id, address, kind, note)
    select ${tenantId}::uuid, address, ${kind}, ${note} from unnest(${sql.param(addresses)}::text[]) as address
    on conflict do nothing`);
  return rowCount ?? 0;
}

export async function listSuppressions(
  tx: Tx,
  { tenantId }: Scope,
  { page, limit = defaultLimit, q }: QueryOf<typeof calls.list>,
) {
  const where = and(
    eq(suppressions.tenantId, tenantId),
    q ? sql`(${matchesAny([suppressions.address, suppressions.note], q)})` : undefined,
  );
  const bounds = pageBounds({ page, limit });
  const items = await tx
    .select()
    .from(suppressions)
    .where(where)
    .orderBy(desc(suppressions.createdAt), suppressions.address)
    .limit(bounds.limit)
    .offset(bounds.offset);
  return { items, total: await tx.$count(suppressions, where) };
}

const inThread = threaded<typeof import("./addresses-in.ts")>(new URL("./addresses-in.ts", import.meta.url));

export async function addSuppressions(scope: Scope, { text, note }: BodyOf<typeof calls.add>) {
  const { tenantId } = scope;
  const addresses = await inThread("addressesIn", [text], { owner: ownerOf(scope) });
  if (addresses.length === 0) throw invalid(t("There is no address in it."), { text: t("There is no address in it.") });
  if (addresses.length > maxAddedSuppressions)
    throw invalid(t("At most {most} addresses can be added at once.", { most: String(maxAddedSuppressions) }));
  return scope.tx(async (tx) => {
    const added = await suppress(tx, { tenantId, addresses, kind: "added", note });
    const [first = ""] = addresses;
    await audit(tx, scope, { action: "suppression.added", targetName: first, changes: { added, note } });
    return { added, known: addresses.length - added };
  });
}

export async function removeSuppression(tx: Tx, scope: Scope, { address, reason }: BodyOf<typeof calls.remove>) {
  const removed = await tx
    .delete(suppressions)
    .where(and(eq(suppressions.tenantId, scope.tenantId), eq(suppressions.address, address)))
    .returning();
  const { kind } = firstOr(removed, notFound(t("This address is not on the list.")));
  await audit(tx, scope, { action: "suppression.removed", targetName: address, changes: { kind, reason } });
  return { ok: true as const };
}
