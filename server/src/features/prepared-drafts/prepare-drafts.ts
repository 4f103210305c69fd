// Prepares drafts of replies to new mail. A mail is claimed with a lease, and its draft is stored only under that lease: one draft for
// each mail, however many processes work and whenever one of them dies. Nothing here can send.
import type { PreparedDraft } from "@intellibox/contract/endpoints/prepared-drafts";
import { AppError } from "#lib/errors.ts";
import { canReadMail, isOwnerActive } from "#db/active-owner.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { preparedDraftLease } from "#db/lease.ts";
import { and, desc, eq, type SQL, sql } from "#db/orm.ts";
import { preparedDrafts } from "#db/tables/prepared-drafts.ts";
import type { Scope, World } from "#scope.ts";
import { draftReplyTo } from "#features/inbox/assist.ts";
import { nothingPrepared } from "#features/prepared-draft-state/drop-drafts.ts";
import { waitsForAnswer } from "#features/prepared-draft-state/waits-for-answer.ts";
import { asUser } from "#features/users/open-user-scope.ts";
import { type AskingMail, judgeMail } from "./judge-mail.ts";

type Owner = { tenantId: string; userId: string };
type Row = typeof preparedDrafts.$inferSelect;
type Claimed = { row: Row; holder: string };
/** `left`: the mail gets no draft. `wait`: the mailbox has had its drafts of the hour. */
type Result =
  | { outcome: "ready"; asking: AskingMail; written: NonNullable<Row["written"]> }
  | { outcome: "left" | "wait" | "retry" };

const maxOwners = 200;
/** Drafts of one mailbox in an hour. The others wait. */
export const maxPerHour = 30;
const waitSeconds = 600;
/** A mail that waited longer is left to its reader. */
const maxWaitHours = 24;
const maxAttempts = 3;
const backoffSeconds = 60;
/** In characters. */
const maxDraft = 10_000;

/** The job: for one user after a sync, and every minute for everybody. */
export async function prepareDraftsFor(world: World, { tenantId, userId }: Partial<Owner>): Promise<void> {
  if (!tenantId || !userId) return prepareDueDrafts(world);
  await prepareDraftsOf(world, { tenantId, userId });
}

/** As platform, which sees only ids and times. */
export async function prepareDueDrafts(world: World): Promise<void> {
  const owners = await fencedTransaction(world.db, "platform", (tx) =>
    tx
      .selectDistinct({ tenantId: preparedDrafts.tenantId, userId: preparedDrafts.userId })
      .from(preparedDrafts)
      .where(and(isDue(world), isOwnerActive(tx, preparedDrafts)))
      .limit(maxOwners),
  );
  for (const owner of owners) if (!world.stopping.aborted) await prepareDraftsOf(world, owner);
}

const isDue = (world: World) => and(sql`${preparedDrafts.nextAt} <= now()`, preparedDraftLease.isFree(world.presence));

export async function prepareDraftsOf(world: World, owner: Owner): Promise<void> {
  await asUser(world, owner, async (scope) => {
    while (!world.stopping.aborted) {
      const claimed = await claim(world, scope);
      if (!claimed) return;
      const result = await prepare(scope, claimed.row).catch((error: unknown): Result => {
        if (!isOverAllowance(error))
          world.log.warn({ err: error, message: claimed.row.id }, "a draft was not prepared");
        return { outcome: isOverAllowance(error) || claimed.row.attempts >= maxAttempts ? "left" : "retry" };
      });
      await scope.tx((tx) => settle(tx, scope, claimed, result));
    }
  });
}

/** A used-up quota is not logged as an error, because the user did not ask for this draft. */
const isOverAllowance = (error: unknown) => error instanceof AppError && error.code === "quota_exceeded";

/** The newest mail first: it is the likeliest to be read next. */
const claim = (world: World, scope: Scope): Promise<Claimed | undefined> =>
  scope.tx(async (tx) => {
    const { tenantId, user } = scope;
    if (!(await canReadMail(tx, { tenantId, userId: user.id }))) return undefined;
    const holder = world.presence.newHolder();
    const next = tx
      .select({ id: preparedDrafts.id })
      .from(preparedDrafts)
      .where(and(eq(preparedDrafts.tenantId, tenantId), eq(preparedDrafts.userId, user.id), isDue(world)))
      .orderBy(desc(preparedDrafts.createdAt), desc(preparedDrafts.id))
      .limit(1)
      .for("update", { skipLocked: true });
    const [row] = await tx
      .update(preparedDrafts)
      .set({ ...preparedDraftLease.claim(holder), attempts: sql`${preparedDrafts.attempts} + 1` })
      .where(and(eq(preparedDrafts.tenantId, tenantId), eq(preparedDrafts.id, sql`(${next})`)))
      .returning();
    return row && { row, holder };
  });

async function prepare(scope: Scope, row: Row): Promise<Result> {
  // A mail that killed a process again and again is left, too.
  const isTooOld = scope.now().getTime() - row.createdAt.getTime() > maxWaitHours * 3_600_000;
  if (isTooOld || (row.attempts > maxAttempts && row.begunAt)) return { outcome: "left" };
  const asking = await judgeMail(scope, row.id);
  if (!asking) return { outcome: "left" };
  if (!(await scope.tx((tx) => begin(tx, row)))) return { outcome: "wait" };
  const asked = { tone: "professional", stance: "", variant: 0, usesKnowledge: true } as const;
  const { draft, ...report } = await draftReplyTo(scope, row.id, asked);
  const text = draft.trim();
  if (!text || text.length > maxDraft) return { outcome: "left" };
  const { ask, earlier } = asking;
  return {
    outcome: "ready",
    asking,
    written: { ...report, text, ask, earlier } satisfies Omit<PreparedDraft, "writtenAt">,
  };
}

/** Counts the draft against the bound of the hour. False if the mailbox has had its drafts. */
async function begin(tx: Tx, row: Row): Promise<boolean> {
  if (row.begunAt) return true;
  // Two processes must not both take the last place.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${row.mailboxId}, 727009))`);
  const ofHour = sql`${preparedDrafts.begunAt} > now() - interval '1 hour'`;
  const isOfMailbox = and(eq(preparedDrafts.tenantId, row.tenantId), eq(preparedDrafts.mailboxId, row.mailboxId));
  if ((await tx.$count(preparedDrafts, and(isOfMailbox, ofHour))) >= maxPerHour) return false;
  await tx.update(preparedDrafts).set({ begunAt: sql`now()` }).where(isRow(row));
  return true;
}

const isRow = ({ tenantId, id }: Pick<Row, "tenantId" | "id">) =>
  and(eq(preparedDrafts.tenantId, tenantId), eq(preparedDrafts.id, id)) as SQL;

/** Does nothing if another process has the row now, or if its owner switched prepared drafts off. */
async function settle(tx: Tx, scope: Scope, { row, holder }: Claimed, result: Result) {
  const isOurs = and(isRow(row), preparedDraftLease.isHeldBy(holder));
  const [held] = await tx.select({ id: preparedDrafts.id }).from(preparedDrafts).where(isOurs).for("update");
  if (!held) return;
  // Its reader may have answered while the draft was written.
  const isReady = result.outcome === "ready" && (await isWanted(tx, row));
  await tx
    .update(preparedDrafts)
    .set({
      ...preparedDraftLease.release,
      ...nothingPrepared,
      // Waiting is no failure.
      ...(result.outcome === "wait" && { nextAt: after(waitSeconds), attempts: row.attempts - 1 }),
      ...(result.outcome === "retry" && { nextAt: after(backoffSeconds * row.attempts) }),
      ...(isReady && { written: result.written, writtenAt: sql`now()`, senderKind: result.asking.senderKind }),
    })
    .where(isOurs);
  if (!isReady) return;
  const owner = { tenantId: row.tenantId, userId: row.userId };
  await scope.publish(tx, owner, { kind: "messages", data: { mailbox: row.mailboxId } });
}

const after = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

async function isWanted(tx: Tx, { tenantId, id }: Row): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select from messages m where m.tenant_id = ${tenantId} and m.id = ${id} and ${waitsForAnswer}`,
  );
  return rows.length > 0;
}
