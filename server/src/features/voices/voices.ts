// The caller's voice: read, changed, erased.
import type { BodyOf } from "@intellibox/contract/endpoint";
import type { voices as calls, Voice } from "@intellibox/contract/endpoints/voices";
import { t } from "@intellibox/contract/text/t";
import { conflict } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, sql } from "#db/orm.ts";
import { voices } from "#db/tables/voices.ts";
import type { Scope } from "#scope.ts";
import { learnVoiceJob } from "./learning-job.ts";

type VoiceRow = typeof voices.$inferSelect;
type Owner = { tenantId: string; userId: string };

/** A learning that began longer ago was given up. */
const longestLearningMs = 10 * 60_000;

const ownerOf = ({ tenantId, user }: Scope): Owner => ({ tenantId, userId: user.id });
export const isVoiceOf = ({ tenantId, userId }: Owner) => and(eq(voices.tenantId, tenantId), eq(voices.userId, userId));

export const getVoice = (scope: Scope): Promise<Voice> =>
  scope.tx(async (tx) => {
    const [row] = await tx
      .select()
      .from(voices)
      .where(isVoiceOf(ownerOf(scope)));
    return shown(scope, row);
  });

export const saveVoice = (scope: Scope, { isOn, edits }: BodyOf<typeof calls.save>): Promise<Voice> =>
  scope.tx(async (tx) => {
    const before = await lockVoice(tx, ownerOf(scope));
    const [row] = await tx
      .update(voices)
      .set({ isOn: isOn ?? before.isOn, edits: edits ?? before.edits })
      .where(isVoiceOf(ownerOf(scope)))
      .returning();
    if (isOn && !before.isOn && !before.facts) return begin(scope, tx);
    await changed(scope, tx);
    return shown(scope, row);
  });

export const learnAgain = (scope: Scope): Promise<Voice> =>
  scope.tx(async (tx) => {
    const { isOn } = await lockVoice(tx, ownerOf(scope));
    if (!isOn) throw conflict(t("Your voice is off. Switch it on first."));
    return begin(scope, tx);
  });

export const eraseVoice = (scope: Scope): Promise<Voice> =>
  scope.tx(async (tx) => {
    const { version } = await lockVoice(tx, ownerOf(scope));
    const nothing = { isOn: false, facts: null, edits: {}, learnedAt: null, mails: 0, learningSince: null };
    const [row] = await tx
      .update(voices)
      .set({ ...nothing, version: version + 1 })
      .where(isVoiceOf(ownerOf(scope)))
      .returning();
    await scope.withdraw(tx, learnVoiceJob, ownerOf(scope));
    await changed(scope, tx);
    return shown(scope, row);
  });

async function begin(scope: Scope, tx: Tx): Promise<Voice> {
  const owner = ownerOf(scope);
  const [row] = await tx
    .update(voices)
    // If the queue has a job that is just ending, the next look for due voices makes up for it.
    .set({ learningSince: sql`now()`, nextAt: sql`now()` })
    .where(isVoiceOf(owner))
    .returning();
  await scope.enqueue(tx, learnVoiceJob, owner, { singletonKey: owner.userId });
  await changed(scope, tx);
  return shown(scope, row);
}

/** The row, which is made if there is none yet. */
export async function lockVoice(tx: Tx, owner: Owner): Promise<VoiceRow> {
  await tx.insert(voices).values(owner).onConflictDoNothing();
  const [row] = await tx.select().from(voices).where(isVoiceOf(owner)).for("update");
  if (!row) throw new Error("A voice was not stored");
  return row;
}

const changed = (scope: Scope, tx: Tx) => scope.publish(tx, ownerOf(scope), { kind: "voice", data: {} });

function shown(scope: Scope, row: VoiceRow | undefined): Voice {
  if (!row) return { isOn: true, isLearning: false, learnedAt: null, mails: 0, facts: null, edits: {} };
  const { isOn, learningSince, learnedAt, mails, facts, edits } = row;
  const isLearning = learningSince !== null && scope.now().getTime() - learningSince.getTime() < longestLearningMs;
  return { isOn, isLearning, learnedAt, mails, facts, edits };
}
