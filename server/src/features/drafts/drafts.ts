import type { BodyOf } from "@intellibox/contract/endpoint";
import type { drafts as calls, KeptDraft } from "@intellibox/contract/endpoints/drafts";
import { t } from "@intellibox/contract/text/t";
import { conflict } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, desc, eq, inArray, or } from "#db/orm.ts";
import { drafts } from "#db/tables/drafts.ts";
import type { Scope } from "#scope.ts";
import { unwantCopy, wantCopy } from "./draft-copies.ts";

/** Bounds drafts of replies that were begun and abandoned. */
const maxDrafts = 50;
const changedElsewhere = () => conflict(t("A newer draft was kept on another device."));

export const getDraft = (scope: Scope, about: string): Promise<{ draft: KeptDraft | null }> =>
  scope.tx(async (tx) => {
    const [draft = null] = await tx.select().from(drafts).where(isDraftAbout(scope, about));
    return { draft };
  });

/**
 * Refuses a draft that is based on an older version than the stored one. One statement compares and writes, so that two devices
 * cannot both succeed.
 */
export async function keepDraft(scope: Scope, about: string, { basedOn, ...draft }: BodyOf<typeof calls.keep>) {
  const { tenantId } = scope;
  const row = { ...draft, tenantId, userId: scope.user.id, about, savedAt: scope.now() };
  // The stored version may already be the given one, if the answer to a first attempt was lost.
  const isExpected = or(eq(drafts.version, draft.version), basedOn === null ? undefined : eq(drafts.version, basedOn));
  return scope.tx(async (tx) => {
    const [kept] = await tx
      .insert(drafts)
      .values(row)
      .onConflictDoUpdate({
        target: [drafts.tenantId, drafts.userId, drafts.about],
        set: { ...draft, savedAt: row.savedAt },
        ...(isExpected && { setWhere: isExpected }),
      })
      .returning({ version: drafts.version, savedAt: drafts.savedAt });
    if (!kept) throw changedElsewhere();
    await removeOldest(tx, scope);
    await wantCopy(tx, scope, about);
    await announce(tx, scope, about, kept.version);
    return kept;
  });
}

export const forgetDraft = (scope: Scope, about: string, basedOn: string | undefined): Promise<{ ok: true }> =>
  scope.tx(async (tx) => {
    const [stored] = await tx.select().from(drafts).where(isDraftAbout(scope, about)).for("update");
    if (!stored) return { ok: true };
    if (stored.version !== basedOn) throw changedElsewhere();
    await tx.delete(drafts).where(isDraftAbout(scope, about));
    await unwantCopy(tx, scope, stored);
    await announce(tx, scope, about, null);
    return { ok: true };
  });

const announce = (tx: Tx, scope: Scope, about: string, version: string | null) =>
  scope.publish(tx, { tenantId: scope.tenantId, userId: scope.user.id }, { kind: "drafts", data: { about, version } });

async function removeOldest(tx: Tx, scope: Scope) {
  const beyond = tx
    .select({ id: drafts.id })
    .from(drafts)
    .where(isOwn(scope))
    .orderBy(desc(drafts.savedAt), desc(drafts.id))
    .offset(maxDrafts);
  const removed = await tx
    .delete(drafts)
    .where(and(isOwn(scope), inArray(drafts.id, beyond)))
    .returning();
  for (const draft of removed) await unwantCopy(tx, scope, draft);
}

/** Row-level security has the same condition. Repeated here so that PostgreSQL uses the index. */
const isOwn = ({ tenantId, user }: Scope) => and(eq(drafts.tenantId, tenantId), eq(drafts.userId, user.id));
const isDraftAbout = (scope: Scope, about: string) => and(isOwn(scope), eq(drafts.about, about));
