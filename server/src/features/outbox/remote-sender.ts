import { groupCommit } from "#lib/group-commit.ts";
import { newId } from "#lib/ids.ts";
import { announceDueMail, maxAnnouncedTenants } from "#db/events.ts";
import { fencedTransaction } from "#db/fence.ts";
import { eq, sql } from "#db/orm.ts";
import { emailLogs } from "#db/tables/email-logs.ts";
import { outbox } from "#db/tables/outbox.ts";
import type { World } from "#scope.ts";
import { openAnnouncer } from "./announce.ts";
import { openBatchAcceptance } from "./batch-acceptance.ts";
import { type OutboxKey, rowsOf } from "./outbox-store.ts";
import type { Outcome } from "./outcome.ts";
import { openRecipientsLimit } from "./recipients-limit.ts";

/** How often an outcome is read if no event announces it, because the listener has lost its connection. */
const lookAgainMs = 1_000;

/**
 * The sender of a web process. It accepts mail and has no send slots: a worker sends the mail. The row says what became of it, and
 * the event of the company's log says when to read the row.
 */
export function openRemoteSender(world: World) {
  const announce = openAnnouncer(world);
  // Not in the transaction that accepts the mail, because PostgreSQL commits transactions with NOTIFY one after the other. If this
  // process dies between the two, recovery sends the mail.
  const wakeWorkers = groupCommit<string, void>(
    async (tenantIds) => {
      await fencedTransaction(world.db, "platform", (tx) => announceDueMail(tx, [...new Set(tenantIds)]));
      return tenantIds.map(() => undefined);
    },
    { most: maxAnnouncedTenants, lingerMs: 0 },
  );
  const readOutcome = groupCommit<OutboxKey, Outcome | undefined>((keys) => readOutcomes(world, keys), { lingerMs: 0 });

  return {
    hourly: openRecipientsLimit(world),
    acceptance: openBatchAcceptance(world, announce),
    holder: newId(),
    takeSlot: () => false,
    releaseSlot: () => undefined,
    dispatch(): never {
      throw new Error("A web process sends no mail");
    },
    async drain(tenantId: string) {
      // The mail is accepted, so the call must not fail: recovery sends it.
      await wakeWorkers(tenantId).catch((error) => world.log.warn({ err: error }, "the workers were not told of mail"));
    },
    settled: (mail: OutboxKey, ms: number) => follow(world, mail, { ms, readOutcome }),
    close: async () => undefined,
  };
}

type Following = { ms: number; readOutcome: (mail: OutboxKey) => Promise<Outcome | undefined> };

/** Reads the outcome at each event of the company's log, until there is one or the time is over. */
function follow({ events }: World, mail: OutboxKey, { ms, readOutcome }: Following): Promise<Outcome | undefined> {
  return new Promise((resolve) => {
    const end = (outcome?: Outcome) => {
      unsubscribe();
      clearInterval(timer);
      clearTimeout(timeout);
      resolve(outcome);
    };
    // An error of the database is no outcome: the next look may succeed.
    const look = () =>
      void readOutcome(mail).then(
        (outcome) => outcome && end(outcome),
        () => undefined,
      );
    const unsubscribe = events.subscribe({ tenantId: mail.tenantId, userId: "" }, ({ kind }) => {
      if (kind === "email-logs") look();
    });
    const timer = setInterval(look, lookAgainMs);
    const timeout = setTimeout(end, ms);
  });
}

/** As platform: a batch has mails of several tenants, and the statement names its rows. */
async function readOutcomes(world: World, keys: OutboxKey[]): Promise<(Outcome | undefined)[]> {
  const rows = await fencedTransaction(world.db, "platform", (tx) =>
    tx
      .select({
        id: outbox.id,
        phase: outbox.phase,
        attempts: outbox.attempts,
        error: outbox.error,
        note: emailLogs.note,
        delaySeconds: sql<number>`greatest(0, extract(epoch from ${outbox.nextAt} - now()))::float8`,
      })
      .from(outbox)
      .leftJoin(emailLogs, sql`${emailLogs.tenantId} = ${outbox.tenantId} and ${eq(emailLogs.id, outbox.id)}`)
      .where(rowsOf(keys)),
  );
  const outcomes = new Map(rows.map((row) => [row.id, outcomeOfRow(row)]));
  return keys.map(({ id }) => outcomes.get(id));
}

type OutcomeRow = {
  phase: typeof outbox.$inferSelect.phase;
  attempts: number;
  error: string | null;
  note: string | null;
  delaySeconds: number;
};

/** Whether an attempt has ended, or the mail was taken back. */
export const isDecided = ({ phase, attempts }: Pick<OutcomeRow, "phase" | "attempts">) =>
  phase === "sent" || phase === "failed" || phase === "cancelled" || (phase === "queued" && attempts > 0);

function outcomeOfRow(row: OutcomeRow): Outcome | undefined {
  const { phase, error, note, delaySeconds } = row;
  if (!isDecided(row)) return undefined;
  if (phase === "sent") return { phase, note };
  if (phase === "failed") return { phase, error: error ?? "Failed to send" };
  // `cancelled` is no outcome of an attempt: the call that waits reads it from the row.
  return phase === "queued" ? { phase, error: error ?? "", delaySeconds } : undefined;
}
