// A mail that PostgreSQL rejects must not block the sync of its mailbox.
import { fencedTransaction } from "#db/fence.ts";
import { sqlStateOf } from "#db/violations.ts";
import type { Batch } from "#outside/mailboxes/mailbox.ts";
import type { World } from "#scope.ts";
import { applyBatch, type ListedAt } from "./apply-batch.ts";
import type { PreparedMail } from "./insert-mail.ts";

/** SQLSTATE classes 22 (data exception) and 54 (program limit exceeded). */
export const isRefusal = (error: unknown) => /^(?:22|54)/.test(sqlStateOf(error) ?? "");

/** Tries each mail alone, and replaces a rejected one by a stub that keeps the raw source, which can still be downloaded. */
export async function replaceRejected(
  world: World,
  claim: ListedAt,
  batch: Batch,
  prepared: PreparedMail[],
): Promise<PreparedMail[]> {
  const storable: PreparedMail[] = [];
  for (const one of prepared) {
    const refusal = await refusalOf(world, claim, batch, one);
    if (refusal)
      world.log.error(
        { err: refusal, mailbox: claim.key.id },
        "a mail was rejected by PostgreSQL and stored as a stub",
      );
    storable.push(refusal ? stubOf(one) : one);
  }
  return storable;
}

/** Rolls the trial back. */
class TrialEnded extends Error {}

async function refusalOf(world: World, claim: ListedAt, batch: Batch, one: PreparedMail): Promise<unknown> {
  try {
    await fencedTransaction(world.db, claim.key, async (tx) => {
      await applyBatch(tx, claim, batch, [one]);
      throw new TrialEnded();
    });
  } catch (error) {
    if (isRefusal(error)) return error;
    if (!(error instanceof TrialEnded)) throw error;
  }
  return undefined;
}

const short = (text: string) => text.slice(0, 200).toWellFormed();

function stubOf({ mail, ...one }: PreparedMail): PreparedMail {
  const from = { name: short(mail.from.name), address: short(mail.from.address) };
  return {
    ...one,
    words: "",
    mail: {
      ...{
        messageId: null,
        inReplyTo: null,
        references: [],
        to: [],
        cc: [],
        bcc: [],
        replyTo: [],
        date: mail.date,
        from,
      },
      ...{
        subject: short(mail.subject),
        snippet: short(mail.snippet),
        text: short(mail.text),
        htmlText: "",
        html: null,
      },
      ...{ attachments: [], calendar: null, headers: {}, truncated: true },
    },
  };
}
