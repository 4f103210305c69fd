// Learns voices in the background: first when there is enough sent mail, then every week. A voice that was erased or switched off
// meanwhile is not stored.
import { threaded } from "#lib/threads.ts";
import { publish } from "#db/events.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { and, eq, isNull, lte, sql } from "#db/orm.ts";
import { ownAddresses } from "#db/own-addresses.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { users } from "#db/tables/users.ts";
import { voices } from "#db/tables/voices.ts";
import type { LearnedVoice } from "#engine/voice/learn-voice.ts";
import type { World } from "#scope.ts";
import { learnVoiceJob } from "./learning-job.ts";
import { findSentMails, readSentMails } from "./sent-mails.ts";
import { isVoiceOf, lockVoice } from "./voices.ts";

type Owner = { tenantId: string; userId: string };

const inThread = threaded<typeof import("./analyse-mails.ts")>(new URL("./analyse-mails.ts", import.meta.url));

const maxPerRun = 500;
const learnedEvery = sql`interval '7 days'`;
/** A sync that brings mail makes the next look come earlier. */
const lookedAgainAfter = sql`interval '1 day'`;
const longestMs = 120_000;

export async function learnVoiceOf(world: World, owner: Owner, _platform?: unknown, signal?: AbortSignal) {
  const begun = await fencedTransaction(world.db, owner, (tx) => begin(tx, owner));
  if (!begun) return;
  const source = await readSentMails(world, owner, begun.found, signal);
  // The next look goes on with it.
  if (!source) return;
  const learned = await inThread("analyseMails", [source, begun.writer], { owner, timeoutMs: longestMs });
  await fencedTransaction(world.db, owner, (tx) => store(tx, owner, begun.version, learned));
}

async function begin(tx: Tx, owner: Owner) {
  const [person] = await tx
    .select({ name: users.name })
    .from(users)
    .where(and(eq(users.tenantId, owner.tenantId), eq(users.id, owner.userId)));
  // The user was removed meanwhile.
  if (!person) return undefined;
  const { isOn, version } = await lockVoice(tx, owner);
  if (!isOn) return undefined;
  await tx
    .update(voices)
    // Learning that fails is not begun again every minute.
    .set({ learningSince: sql`now()`, nextAt: sql`now() + interval '1 hour'` })
    .where(isVoiceOf(owner));
  const addresses = [...(await ownAddresses(tx, owner))];
  return { version, writer: { name: person.name, addresses }, found: await findSentMails(tx, owner, addresses) };
}

async function store(tx: Tx, owner: Owner, version: number, { mails, facts }: LearnedVoice) {
  const rows = await tx
    .update(voices)
    .set({
      ...{ mails, learningSince: null, facts: facts ?? null },
      ...(facts && { learnedAt: sql`now()` }),
      nextAt: sql`now() + ${facts ? learnedEvery : lookedAgainAfter}`,
    })
    .where(and(isVoiceOf(owner), eq(voices.version, version), eq(voices.isOn, true)))
    .returning({ userId: voices.userId });
  // Erased or switched off while it was learned: nothing of it is kept.
  if (rows.length === 0)
    await tx
      .update(voices)
      .set({ learningSince: null })
      .where(and(isVoiceOf(owner), eq(voices.version, version)));
  await publish(tx, owner, { kind: "voice", data: {} });
}

/** Enqueues voices that are due, and users who have a mailbox and no voice yet. */
export async function findDueVoices(world: World): Promise<void> {
  // As platform: users of all tenants.
  const found = await fencedTransaction(world.db, "platform", async (tx) => {
    const due = await tx
      .select({ tenantId: voices.tenantId, userId: voices.userId })
      .from(voices)
      .where(and(eq(voices.isOn, true), lte(voices.nextAt, sql`now()`)))
      .orderBy(voices.nextAt)
      .limit(maxPerRun);
    const unseen = await tx
      .selectDistinct({ tenantId: mailboxes.tenantId, userId: mailboxes.userId })
      .from(mailboxes)
      .leftJoin(voices, and(eq(voices.tenantId, mailboxes.tenantId), eq(voices.userId, mailboxes.userId)))
      .where(isNull(voices.userId))
      .limit(maxPerRun);
    return [...due, ...unseen];
  });
  for (const owner of found)
    await fencedTransaction(world.db, owner, (tx) =>
      world.queue.enqueue(tx, learnVoiceJob, owner, { singletonKey: owner.userId }),
    );
}
