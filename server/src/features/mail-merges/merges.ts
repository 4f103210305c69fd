// Mail merges as their sender sees them, and as administrators see those of their company.
import type { BodyOf, QueryOf } from "@intellibox/contract/endpoint";
import type { mailMerges as calls, MailMerge, MergeProblem } from "@intellibox/contract/endpoints/mail-merges";
import { defaultMergeRate, maxMergeDrafts } from "@intellibox/contract/rules/mail-merge";
import { t } from "@intellibox/contract/text/t";
import { conflict, notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, asc, desc, eq, inArray, isNotNull, ne, sql } from "#db/orm.ts";
import { pageBounds } from "#db/paging.ts";
import { firstOr, only } from "#db/rows.ts";
import { mailMergeContents, mailMergeRecipients, mailMerges } from "#db/tables/mail-merges.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { users } from "#db/tables/users.ts";
import type { Scope } from "#scope.ts";
import { refuseBadTime } from "#features/outbox/request.ts";
import { totalsOf } from "./totals.ts";

export type MergeRow = typeof mailMerges.$inferSelect;
export type MergeContent = typeof mailMergeContents.$inferSelect;
/** One whose lease we hold. */
export type ClaimedMerge = { merge: MergeRow; holder: string };
type Owner = { tenantId: string; userId: string };

const defaultLimit = 20;

export const ownerOfScope = ({ tenantId, user }: Scope): Owner => ({ tenantId, userId: user.id });

export const isMerge = ({ tenantId, id }: { tenantId: string; id: string }) =>
  and(eq(mailMerges.tenantId, tenantId), eq(mailMerges.id, id));
export const isContentOf = ({ tenantId, id }: { tenantId: string; id: string }) =>
  and(eq(mailMergeContents.tenantId, tenantId), eq(mailMergeContents.id, id));
export const areRecipientsOf = ({ tenantId, id }: { tenantId: string; id: string }) =>
  and(eq(mailMergeRecipients.tenantId, tenantId), eq(mailMergeRecipients.mergeId, id));

const isOwn = ({ tenantId, user }: Scope, id: string) => and(isMerge({ tenantId, id }), eq(mailMerges.userId, user.id));

const missing = () => notFound(t("Mail merge not found"));

export const findOwn = async (tx: Tx, scope: Scope, id: string): Promise<MergeRow> =>
  firstOr(await tx.select().from(mailMerges).where(isOwn(scope, id)), missing());

/** Locks the row: a batch of the run is accepted under the same lock, so that one of the two comes first. */
export const lockOwn = async (tx: Tx, scope: Scope, id: string): Promise<MergeRow> =>
  firstOr(await tx.select().from(mailMerges).where(isOwn(scope, id)).for("update"), missing());

export async function lockDraft(tx: Tx, scope: Scope, id: string): Promise<MergeRow> {
  const row = await lockOwn(tx, scope, id);
  if (row.state !== "draft") throw conflict(t("This mail merge was started, so it cannot be changed any more."));
  return row;
}

export const contentOf = async (tx: Tx, merge: { tenantId: string; id: string }): Promise<MergeContent> =>
  only(await tx.select().from(mailMergeContents).where(isContentOf(merge)));

export async function listMerges(tx: Tx, scope: Scope, { page, limit = defaultLimit }: QueryOf<typeof calls.list>) {
  const where = and(eq(mailMerges.tenantId, scope.tenantId), eq(mailMerges.userId, scope.user.id));
  const bounds = pageBounds({ page, limit });
  const rows = await tx
    .select()
    .from(mailMerges)
    .where(where)
    .orderBy(desc(mailMerges.createdAt), desc(mailMerges.id))
    .limit(bounds.limit)
    .offset(bounds.offset);
  const ids = rows.map(({ id }) => id);
  const totals = await totalsOf(tx, scope.tenantId, ids);
  return { items: rows.map((row) => ({ ...row, totals: totals(row.id) })), total: await tx.$count(mailMerges, where) };
}

/** As platform, because colleagues' recipients are hidden from the company: it may count them, and cannot read their values. */
export const listOfCompany = (scope: Scope, { page, limit = defaultLimit }: QueryOf<typeof calls.company>) =>
  scope.platformTx(async (tx) => {
    const where = and(eq(mailMerges.tenantId, scope.tenantId), ne(mailMerges.state, "draft"));
    const bounds = pageBounds({ page, limit });
    const rows = await tx
      .select({ merge: mailMerges, sender: { name: users.name, email: users.email } })
      .from(mailMerges)
      .innerJoin(users, and(eq(users.tenantId, mailMerges.tenantId), eq(users.id, mailMerges.userId)))
      .where(where)
      .orderBy(desc(mailMerges.startedAt), desc(mailMerges.id))
      .limit(bounds.limit)
      .offset(bounds.offset);
    const ids = rows.map(({ merge }) => merge.id);
    const totals = await totalsOf(tx, scope.tenantId, ids);
    return {
      items: rows.map(({ merge, sender }) => ({ ...merge, sender, totals: totals(merge.id) })),
      total: await tx.$count(mailMerges, where),
    };
  });

export async function createMerge(
  tx: Tx,
  scope: Scope,
  given: Partial<MergeRow> = {},
  content: Partial<MergeContent> = {},
) {
  const owner = ownerOfScope(scope);
  await refuseTooManyDrafts(tx, owner);
  const values = { ratePerMinute: defaultMergeRate, ...given, ...owner };
  const { id } = only(await tx.insert(mailMerges).values(values).returning({ id: mailMerges.id }));
  await tx.insert(mailMergeContents).values({ ...content, ...owner, id });
  return id;
}

async function refuseTooManyDrafts(tx: Tx, { tenantId, userId }: Owner) {
  const isDraft = and(eq(mailMerges.tenantId, tenantId), eq(mailMerges.userId, userId), eq(mailMerges.state, "draft"));
  const drafts = await tx.select({ id: mailMerges.id }).from(mailMerges).where(isDraft).limit(maxMergeDrafts);
  if (drafts.length >= maxMergeDrafts)
    throw conflict(t("You have {maxMergeDrafts} drafts already. Delete one that you do not need.", { maxMergeDrafts }));
}

/** From the mailbox of the sender's own address, if there is one. */
export async function beginMerge(tx: Tx, scope: Scope) {
  const { tenantId, user } = scope;
  const [own] = await tx
    .select({ id: mailboxes.id })
    .from(mailboxes)
    .where(
      and(
        eq(mailboxes.tenantId, tenantId),
        eq(mailboxes.userId, user.id),
        sql`lower(${mailboxes.email}) = lower(${user.email})`,
      ),
    )
    .orderBy(mailboxes.id)
    .limit(1);
  return getMerge(tx, scope, await createMerge(tx, scope, { mailboxId: own?.id ?? null }));
}

export async function getMerge(tx: Tx, scope: Scope, id: string): Promise<MailMerge> {
  const merge = await findOwn(tx, scope, id);
  const content = await contentOf(tx, merge);
  const totals = await totalsOf(tx, scope.tenantId, [id]);
  const problems = [...content.problems, ...(await suppressedLines(tx, merge))].sort((a, b) => a.line - b.line);
  return { ...content, ...merge, problems, totals: totals(id), waits: waitsOf(merge) };
}

const waitsOf = ({ state, waitsForHourly, nextAt }: MergeRow): MailMerge["waits"] =>
  state === "running" && waitsForHourly !== null && nextAt ? { perHour: waitsForHourly, until: nextAt } : null;

/** Those of a file. Typed recipients have no line. */
async function suppressedLines(tx: Tx, merge: MergeRow): Promise<MergeProblem[]> {
  const rows = await tx
    .select({ line: mailMergeRecipients.line, address: mailMergeRecipients.address })
    .from(mailMergeRecipients)
    .where(
      and(areRecipientsOf(merge), eq(mailMergeRecipients.leftOut, "suppressed"), isNotNull(mailMergeRecipients.line)),
    )
    .orderBy(asc(mailMergeRecipients.position));
  return rows.map(({ line, address }) => ({ line: line ?? 0, address, reason: "suppressed" }));
}

export async function keepMerge(tx: Tx, scope: Scope, id: string, body: BodyOf<typeof calls.keep>) {
  const { html, fallbacks, basedOn, ...settings } = body;
  const merge = await lockDraft(tx, scope, id);
  if (basedOn !== merge.version)
    throw conflict(t("This draft was changed in another window meanwhile. Look at it, and repeat your change."));
  if (settings.startAt) refuseBadTime(settings.startAt, scope.now(), "startAt");
  if (settings.mailboxId) await refuseForeignMailbox(tx, scope, settings.mailboxId);
  await tx
    .update(mailMerges)
    .set({ ...settings, version: merge.version + 1, updatedAt: scope.now() })
    .where(isMerge(merge));
  if (html !== undefined || fallbacks)
    await tx.update(mailMergeContents).set({ html, fallbacks }).where(isContentOf(merge));
  return getMerge(tx, scope, id);
}

async function refuseForeignMailbox(tx: Tx, { tenantId, user }: Scope, id: string) {
  const found = await tx
    .select({ id: mailboxes.id })
    .from(mailboxes)
    .where(and(eq(mailboxes.tenantId, tenantId), eq(mailboxes.userId, user.id), eq(mailboxes.id, id)));
  firstOr(found, notFound(t("Mailbox not found")));
}

/** Its mail stays in the outbox and in the log. */
export async function removeMerge(tx: Tx, scope: Scope, id: string) {
  const merge = await lockOwn(tx, scope, id);
  const { state } = merge;
  if (state !== "draft" && state !== "done" && state !== "cancelled")
    throw conflict(t("This mail merge has not ended. Cancel it first."));
  await tx.delete(mailMerges).where(isMerge(merge));
  return { ok: true as const };
}

export const publishMerge = async (tx: Tx, scope: Pick<Scope, "publish">, { tenantId, userId, id }: MergeRow) =>
  scope.publish(tx, { tenantId, userId }, { kind: "mail-merges", data: { id } });

/** For statements that concern many recipients at once. */
export const recipientsWithIds = (merge: { tenantId: string; id: string }, ids: string[]) =>
  and(areRecipientsOf(merge), ids.length > 0 ? inArray(mailMergeRecipients.id, ids) : sql`false`);
