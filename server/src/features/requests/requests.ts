import type { BodyOf } from "@intellibox/contract/endpoint";
import type { requests as calls, Request } from "@intellibox/contract/endpoints/requests";
import { connectedKindNames } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";
import { conflict, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from "#db/orm.ts";
import { firstOr, only } from "#db/rows.ts";
import { requests } from "#db/tables/requests.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";
import { audit } from "#features/audit/audit.ts";
import { needsApproval } from "./mailbox-approval.ts";

const listLength = 50;
const maxOpen = 20;
export const openStatuses = ["Pending", "Review"] as const;

/** Open requests first, then decided ones; the newest of each first. */
export async function listRequests(tx: Tx, { userId }: { userId?: string } = {}): Promise<Request[]> {
  const rows = await selectRequests(tx)
    .where(userId ? eq(requests.userId, userId) : undefined)
    .orderBy(desc(sql`${requests.status} in ('Pending', 'Review')`), desc(requests.createdAt), desc(requests.id))
    .limit(listLength);
  return rows.map(presentRequest);
}

export async function createRequest(scope: Scope, form: Form) {
  const { user, tenantId } = scope;
  return scope.tx(async (tx) => {
    // Serializes a user's requests, so that the count still holds at the insert.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for("no key update");
    await refuseNeedless(tx, scope, form);
    const row = { tenantId, userId: user.id, type: form.type, note: form.note, ...subjectOf(form) };
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

type Form = BodyOf<typeof calls.create>;
type Subject = Pick<typeof requests.$inferSelect, "colleague" | "mailbox">;

/** The colleague or mailbox that a request is about. */
function subjectOf(form: Form): Subject {
  const none = { colleague: null, mailbox: null };
  if (form.type === "New user request") return { ...none, colleague: { name: form.name, email: form.email } };
  if (form.type === "Role change") return none;
  return { ...none, mailbox: { kind: form.kind, email: form.email } };
}

async function refuseNeedless(tx: Tx, scope: Scope, form: Form) {
  const { user } = scope;
  if (form.type === "Role change" && user.role !== "NORMAL_USER") throw conflict(t("You are already an admin"));
  if (form.type === "Mailbox connect approval" && !(await needsApproval(tx, scope)))
    throw conflict(t("You can connect mailboxes without approval"));
  const isOpenOrUnused = or(inArray(requests.status, openStatuses), unusedApproval);
  const earlier = await tx
    .select()
    .from(requests)
    .where(and(eq(requests.userId, user.id), isOpenOrUnused));
  const open = earlier.filter(({ status }) => status !== "Approved");
  if (open.length >= maxOpen) throw conflict(t("You have too many open requests. Wait until some are decided."));
  const wanted = subjectOf(form);
  const same = earlier.find((row) => row.type === form.type && isSame(row, wanted));
  if (same?.status === "Approved") throw conflict(t("This mailbox is approved. You can connect it now."));
  if (same) throw conflict(t("You have already requested this"));
}

const unusedApproval = and(eq(requests.status, "Approved"), isNotNull(requests.mailbox), isNull(requests.usedAt));

const isSame = (one: Subject, other: Subject) =>
  one.colleague?.email === other.colleague?.email &&
  one.mailbox?.kind === other.mailbox?.kind &&
  one.mailbox?.email === other.mailbox?.email;

export async function findRequest(tx: Tx, id: string) {
  return presentRequest(firstOr(await selectRequests(tx).where(eq(requests.id, id)), notFound(t("Request not found"))));
}

const selectRequests = (tx: Tx) =>
  tx
    .select({ request: requests, user: { name: users.name, email: users.email } })
    .from(requests)
    .innerJoin(users, and(eq(users.tenantId, requests.tenantId), eq(users.id, requests.userId)))
    .$dynamic();

type RequestRow = { request: typeof requests.$inferSelect; user: { name: string; email: string } };

/** An approved mailbox that is not connected yet. Other approvals are carried out at once. */
export const isUnused = ({ status, mailbox, usedAt }: typeof requests.$inferSelect) =>
  status === "Approved" && mailbox !== null && usedAt === null;

const presentRequest = ({ request, user }: RequestRow): Request => ({
  ...request,
  revocable: isUnused(request),
  user: user.name || user.email,
  about: aboutOf(request),
});

function aboutOf({ colleague, mailbox }: Subject) {
  if (colleague) return `${colleague.name} <${colleague.email}>`;
  return mailbox ? `${mailbox.email}, ${connectedKindNames[mailbox.kind]}` : "Admin";
}
