import type { BodyOf } from "@intellibox/contract/endpoint";
import type { requests as calls } from "@intellibox/contract/endpoints/requests";
import { eq } from "drizzle-orm";
import { conflict, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { firstOr } from "#db/rows.ts";
import { requests } from "#db/tables/requests.ts";
import type { Scope } from "#scope.ts";
import { audit } from "#features/audit/audit.ts";
import { createUser } from "#features/users/create-user.ts";
import { updateUser } from "#features/users/users.ts";
import { findRequest, openStatuses } from "./requests.ts";

type Decision = BodyOf<typeof calls.decide>["decision"];
type Row = typeof requests.$inferSelect;

const statusOf = { review: "Review", approve: "Approved", decline: "Declined" } as const;

/**
 * An approved request is carried out by the very calls an administrator would make by hand, under the same rules. It stands in
 * review until they have succeeded; two administrators who approve it at once do what the second would be refused by hand.
 */
export async function decideRequest(scope: Scope, id: string, decision: Decision) {
  const found = await scope.tx((tx) =>
    mark(tx, scope, { id, to: decision === "approve" ? "Review" : statusOf[decision] }),
  );
  if (decision !== "approve") return scope.tx((tx) => findRequest(tx, id));
  const made = await carryOut(scope, found);
  await scope.tx((tx) => mark(tx, scope, { id, to: "Approved" }));
  const request = await scope.tx((tx) => findRequest(tx, id));
  return { ...request, ...(made.temporaryPassword && { temporaryPassword: made.temporaryPassword }) };
}

async function mark(tx: Tx, scope: Scope, { id, to }: { id: string; to: Row["status"] }) {
  const row = firstOr(await tx.select().from(requests).where(eq(requests.id, id)).for("update"), notFound("Request"));
  if (!openStatuses.some((status) => status === row.status)) throw conflict(`This request is ${row.status} already`);
  if (row.status === to) return row;
  const decidedAt = to === "Review" ? null : scope.now();
  await tx.update(requests).set({ status: to, decidedAt }).where(eq(requests.id, id));
  const deed = { targetId: id, targetName: row.type, changes: { status: [row.status, to] } };
  await audit(tx, scope, { action: "request.updated", ...deed });
  await scope.publish(tx, { tenantId: scope.tenantId }, { kind: "approvals", data: {} });
  return row;
}

async function carryOut(
  scope: Scope,
  { type, userId, tenantId, colleague }: Row,
): Promise<{ temporaryPassword?: string }> {
  if (type === "New user request" && colleague) {
    const { temporaryPassword } = await createUser(scope, {
      ...colleague,
      password: undefined,
      roleCode: "NORMAL_USER",
      status: "Active",
      tenantId,
    });
    return temporaryPassword ? { temporaryPassword } : {};
  }
  if (type === "Role change") await updateUser(scope, userId, { roleCode: "ADMIN" });
  return {};
}
