import { z } from "zod";
import { publish } from "#db/events.ts";
import { fencedTransaction, type Tx } from "#db/fence.ts";
import { and, eq, lte } from "#db/orm.ts";
import { job } from "#db/queue.ts";
import { emailLogs } from "#db/tables/email-logs.ts";
import { followUps } from "#db/tables/follow-ups.ts";
import { users } from "#db/tables/users.ts";
import type { World } from "#scope.ts";
import { findVoiceIn } from "#features/voices/find-voice.ts";
import { enqueueEvents } from "#features/webhook-state/enqueue-event.ts";
import { draftFollowUp } from "./draft.ts";

export const writeFollowUps = job("follow-ups.write", z.object({}), { retryLimit: 0 });

/** The rest is written by the next run, a minute later. */
const maxPerRun = 500;
const hour = 3_600_000;

/** Writes the drafts that are due. One that fails does not stop the others. */
export async function writeDueDrafts(world: World) {
  const now = world.outside.now();
  // As platform, which may read ids, owners and due times only. Each draft is written as its owner.
  const due = await fencedTransaction(world.db, "platform", (tx) =>
    tx
      .select({ tenantId: followUps.tenantId, id: followUps.id, userId: followUps.userId })
      .from(followUps)
      .where(and(eq(followUps.state, "waiting"), lte(followUps.dueAt, now)))
      .limit(maxPerRun),
  );
  for (const { id, ...owner } of due) {
    await fencedTransaction(world.db, owner, (tx) => writeDraft(tx, owner, { id, now })).catch((error) =>
      world.log.error({ err: error, followUp: id }, "the draft of a follow-up was not written"),
    );
  }
}

type Owner = { tenantId: string; userId: string };

async function writeDraft(tx: Tx, owner: Owner, { id, now }: { id: string; now: Date }) {
  const one = and(eq(followUps.tenantId, owner.tenantId), eq(followUps.id, id));
  const [row] = await tx
    .select()
    .from(followUps)
    .where(and(one, eq(followUps.state, "waiting")))
    .for("update");
  if (!row) return;
  const [log] = await tx
    .select({ status: emailLogs.status, sentAt: emailLogs.sentAt })
    .from(emailLogs)
    .where(and(eq(emailLogs.tenantId, owner.tenantId), eq(emailLogs.id, row.logId)));
  // A mail that was never sent needs no reminder. One that is still queued is checked again later.
  if (!log || log.status === "failed") return void (await tx.update(followUps).set({ state: "dropped" }).where(one));
  if (log.status === "queued")
    return void (await tx
      .update(followUps)
      .set({ dueAt: new Date(now.getTime() + hour) })
      .where(one));
  const [sender] = await tx
    .select({ name: users.name, signatureHtml: users.signatureHtml })
    .from(users)
    .where(and(eq(users.tenantId, owner.tenantId), eq(users.id, owner.userId)));
  if (!sender) return;
  const sentAt = log.sentAt ?? row.sentAt;
  const draft = draftFollowUp({
    subject: row.subject,
    sentAt,
    senderName: sender.name,
    hasSignature: sender.signatureHtml.trim() !== "",
    voice: await findVoiceIn(tx, owner, row.recipients),
  });
  await tx.update(followUps).set({ state: "ready", draft, sentAt }).where(one);
  await publish(tx, owner, { kind: "follow-ups", data: { id } });
  await enqueueEvents(tx, [owner], ["follow_up.due"], () => [
    {
      ...{ ...owner, event: "follow_up.due" as const, shared: { followUpId: id, mailId: row.logId } },
      own: {
        recipients: row.recipients.slice(0, 20),
        subject: row.subject.slice(0, 500),
        sentAt: sentAt.toISOString(),
      },
    },
  ]);
}
