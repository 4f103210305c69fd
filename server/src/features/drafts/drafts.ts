import type { BodyOf } from "@intellibox/contract/endpoint";
import type { drafts as calls, KeptDraft } from "@intellibox/contract/endpoints/drafts";
import { and, desc, eq, inArray, or } from "drizzle-orm";
import { conflict } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { drafts } from "#db/tables/drafts.ts";
import type { Scope } from "#scope.ts";

/** Replies that were begun and left; the oldest are not missed. */
const mostKept = 50;
const changedElsewhere = () => conflict("A newer draft was kept on another device.");

export const getDraft = (scope: Scope, about: string): Promise<{ draft: KeptDraft | null }> =>
  scope.tx(async (tx) => {
    const [draft = null] = await tx.select().from(drafts).where(one(scope, about));
    return { draft };
  });

/** One statement decides: what was written over another version than the one that is here now is not kept. */
export async function keepDraft(scope: Scope, about: string, { basedOn, ...draft }: BodyOf<typeof calls.keep>) {
  const { tenantId } = scope;
  const row = { ...draft, tenantId, userId: scope.user.id, about, savedAt: scope.now() };
  // Its own version is there already where the first answer was lost on its way.
  const isMine = or(eq(drafts.version, draft.version), basedOn === null ? undefined : eq(drafts.version, basedOn));
  return scope.tx(async (tx) => {
    const [kept] = await tx
      .insert(drafts)
      .values(row)
      .onConflictDoUpdate({
        target: [drafts.tenantId, drafts.userId, drafts.about],
        set: { ...draft, savedAt: row.savedAt },
        ...(isMine && { setWhere: isMine }),
      })
      .returning({ version: drafts.version, savedAt: drafts.savedAt });
    if (!kept) throw changedElsewhere();
    await forgetOldest(tx, scope);
    await tell(tx, scope, about, kept.version);
    return kept;
  });
}

export const forgetDraft = (scope: Scope, about: string, basedOn: string | undefined): Promise<{ ok: true }> =>
  scope.tx(async (tx) => {
    const [there] = await tx.select({ version: drafts.version }).from(drafts).where(one(scope, about)).for("update");
    if (!there) return { ok: true };
    if (there.version !== basedOn) throw changedElsewhere();
    await tx.delete(drafts).where(one(scope, about));
    await tell(tx, scope, about, null);
    return { ok: true };
  });

const tell = (tx: Tx, scope: Scope, about: string, version: string | null) =>
  scope.publish(tx, { tenantId: scope.tenantId, userId: scope.user.id }, { kind: "drafts", data: { about, version } });

async function forgetOldest(tx: Tx, scope: Scope) {
  const beyond = tx
    .select({ id: drafts.id })
    .from(drafts)
    .where(mine(scope))
    .orderBy(desc(drafts.savedAt), desc(drafts.id))
    .offset(mostKept);
  await tx.delete(drafts).where(and(mine(scope), inArray(drafts.id, beyond)));
}

/** The fence says the same; here it lets the index serve. */
const mine = ({ tenantId, user }: Scope) => and(eq(drafts.tenantId, tenantId), eq(drafts.userId, user.id));
const one = (scope: Scope, about: string) => and(mine(scope), eq(drafts.about, about));
