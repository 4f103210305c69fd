import type { Tx } from "#db/fence.ts";
import { LeaseLost, mergeLease } from "#db/lease.ts";
import { and, eq, sql } from "#db/orm.ts";
import { mailMerges } from "#db/tables/mail-merges.ts";
import type { Scope } from "#scope.ts";
import { type Acceptance, acceptMails } from "#features/outbox/accept.ts";
import { findByKeys } from "#features/outbox/batch-acceptance.ts";
import { suppressedAmong } from "#features/suppressions/suppressions.ts";
import { storeLinks } from "#features/suppressions/unsubscribe-links.ts";
import type { WaitingRecipient } from "./gaps.ts";
import { type ClaimedMerge, isMerge, publishMerge } from "./merges.ts";

type Composed = { recipient: WaitingRecipient; token: string; acceptance: Acceptance };
export type PreparedMail = Composed | { recipient: WaitingRecipient; error: string };

type Written = {
  id: string;
  state: "accepted" | "left_out" | "failed";
  leftOut?: string;
  error?: string;
  logId?: string;
  messageId?: string;
};

/** A run that is late by less than this keeps its rate; after a longer break it does not catch up. */
const catchUpSeconds = 10;

/**
 * Accepts the mails and notes it on their recipients, all or none. Throws `LeaseLost` if the run was paused or cancelled, or another
 * process has it. Returns how many mails were accepted.
 */
export const acceptBatch = (
  scope: Scope,
  { merge, holder }: ClaimedMerge,
  prepared: PreparedMail[],
  { keepsLease = false } = {},
): Promise<number> =>
  scope.tx(async (tx) => {
    const seconds = (prepared.length * 60) / merge.ratePerMinute;
    const held = await tx
      .update(mailMerges)
      .set({
        nextAt: sql`greatest(${mailMerges.nextAt}, now() - make_interval(secs => ${catchUpSeconds})) + make_interval(secs => ${seconds})`,
        waitsForHourly: null,
        updatedAt: sql`now()`,
        ...(keepsLease ? mergeLease.renewal : mergeLease.release),
      })
      .where(and(isMerge(merge), mergeLease.isHeldBy(holder), eq(mailMerges.state, "running")))
      .returning({ id: mailMerges.id });
    if (held.length === 0) throw new LeaseLost();
    const written = await acceptUnsuppressed(tx, scope, prepared);
    await writeRecipients(tx, merge.tenantId, written);
    await publishMerge(tx, scope, merge);
    return written.filter(({ state }) => state === "accepted").length;
  });

/** Also whoever unsubscribed since the start gets no mail. */
async function acceptUnsuppressed(tx: Tx, scope: Scope, prepared: PreparedMail[]): Promise<Written[]> {
  const addresses = prepared.map(({ recipient }) => recipient.address);
  const suppressed = await suppressedAmong(tx, scope.tenantId, addresses);
  const chosen = prepared.filter((one): one is Composed => "token" in one && !suppressed.has(one.recipient.address));
  const accepted =
    chosen.length > 0
      ? await acceptMails(
          tx,
          scope,
          chosen.map(({ acceptance }) => acceptance),
        )
      : [];
  const isNew = chosen.filter((_, at) => accepted[at] !== undefined);
  await storeLinks(
    tx,
    scope.tenantId,
    isNew.map(({ token, recipient }) => ({ token, address: recipient.address, recipientId: recipient.id })),
  );
  const earlier = await acceptedEarlier(
    tx,
    scope,
    chosen.filter((_, at) => accepted[at] === undefined),
  );
  return prepared.map((one): Written => {
    const { id, address } = one.recipient;
    if ("error" in one) return { id, state: "failed", error: one.error };
    if (suppressed.has(address)) return { id, state: "left_out", leftOut: "suppressed" };
    const { id: logId, messageId } = earlier.get(one.acceptance.request.key) ?? one.acceptance.mail;
    return { id, state: "accepted", logId, messageId };
  });
}

/** A key that is in use belongs to a mail to the same recipient. It is not sent again. */
async function acceptedEarlier(tx: Tx, scope: Scope, known: Composed[]) {
  const keys = known.flatMap(({ acceptance }) => acceptance.request.key ?? []);
  const rows = await findByKeys(tx, scope, keys);
  return new Map(rows.map((row) => [row.idempotencyKey ?? undefined, row]));
}

async function writeRecipients(tx: Tx, tenantId: string, written: Written[]) {
  const given = written.map(({ id, state, leftOut, error, logId, messageId }) => ({
    ...{ id, state, error },
    ...{ left_out: leftOut, log_id: logId, message_id: messageId },
  }));
  await tx.execute(sql`
    update mail_merge_recipients r
    set state = g.state, left_out = g.left_out, error = g.error, log_id = g.log_id, message_id = g.message_id
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as g (id uuid, state text, left_out text, error text, log_id uuid, message_id text)
    where r.tenant_id = ${tenantId} and r.id = g.id`);
}
