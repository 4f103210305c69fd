import type { BodyOf } from "@intellibox/contract/endpoint";
import type { requests as calls, Request } from "@intellibox/contract/endpoints/requests";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { conflict, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { firstOr, only } from "#db/rows.ts";
import { requests } from "#db/tables/requests.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";
import { audit } from "#features/audit/audit.ts";

const listed = 50;
const mostOpen = 20;
export const openStatuses = ["Pending", "Review"] as const;

/** What is still open comes first, then what was decided; the newest of each first. */
export async function listRequests(tx: Tx, { userId }: { userId?: string } = {}): Promise<Request[]> {
  const rows = await selectRequests(tx)
    .where(userId ? eq(requests.userId, userId) : undefined)
    .orderBy(desc(sql`${requests.status} in ('Pending', 'Review')`), desc(requests.createdAt), desc(requests.id))
    .limit(listed);
  return rows.map(presentRequest);
}

export async function createRequest(scope: Scope, form: BodyOf<typeof calls.create>) {
  const { user, tenantId } = scope;
  return scope.tx(async (tx) => {
    // One's requests come one after the other, so that what was counted is still so at the insert.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for("no key update");
    await refuseNeedless(tx, scope, form);
    const colleague = form.type === "New user request" ? { name: form.name, email: form.email } : null;
    const row = { tenantId, userId: user.id, type: form.type, colleague, note: form.note };
    const { id } = only(await tx.insert(requests).values(row).returning({ id: requests.id }));
    const made = await findRequest(tx, id);
    await audit(tx, scope, {
      action: "request.created",
      targetId: id,
      targetName: form.type,
      changes: { about: made.about },
    });
    await scope.publish(tx, { tenantId }, { kind: "approvals", data: {} });
    return made;
  });
}

async function refuseNeedless(tx: Tx, { user }: Scope, form: BodyOf<typeof calls.create>) {
  if (form.type === "Role change" && user.role !== "NORMAL_USER") throw conflict("You are an administrator already");
  const mine = and(eq(requests.userId, user.id), inArray(requests.status, openStatuses));
  const open = await tx.select().from(requests).where(mine);
  if (open.length >= mostOpen) throw conflict("You have too many open requests. Wait until some are decided.");
  const same = open.some(
    ({ type, colleague }) => type === form.type && (form.type === "Role change" || colleague?.email === form.email),
  );
  if (same) throw conflict("You have asked for this already");
}

export async function findRequest(tx: Tx, id: string) {
  return presentRequest(firstOr(await selectRequests(tx).where(eq(requests.id, id)), notFound("Request")));
}

const selectRequests = (tx: Tx) =>
  tx
    .select({ request: requests, user: { name: users.name, email: users.email } })
    .from(requests)
    .innerJoin(users, and(eq(users.tenantId, requests.tenantId), eq(users.id, requests.userId)))
    .$dynamic();

type Found = { request: typeof requests.$inferSelect; user: { name: string; email: string } };

const presentRequest = ({ request: { colleague, ...request }, user }: Found): Request => ({
  ...request,
  user: user.name || user.email,
  about: colleague ? `${colleague.name} <${colleague.email}>` : request.type === "Role change" ? "Administrator" : "",
});
