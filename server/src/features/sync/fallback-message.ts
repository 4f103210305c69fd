// A mail that PostgreSQL rejects must not block the sync of its mailbox.
import { fencedTransaction } from "#db/fence.ts";
import { sqlStateOf } from "#db/violations.ts";
import type { World } from "#scope.ts";
import type { MailboxKey } from "#features/mailboxes/mailbox-key.ts";
import { insertMail, type Prepared } from "./insert-mail.ts";

/** SQLSTATE classes 22 (data exception) and 54 (program limit exceeded). */
export const isRefusal = (error: unknown) => /^(?:22|54)/.test(sqlStateOf(error) ?? "");

/** Tries each mail alone, and replaces a rejected one by a stub that keeps the raw source, which can still be downloaded. */
export async function bareWhereRefused(world: World, key: MailboxKey, prepared: Prepared[]): Promise<Prepared[]> {
  const bearable: Prepared[] = [];
  for (const one of prepared) {
    const refusal = await refusalOf(world, key, one);
    if (refusal) world.log.error({ err: refusal, mailbox: key.id }, "a mail could not be stored as it is");
    bearable.push(refusal ? bare(one) : one);
  }
  return bearable;
}

class JustTrying extends Error {}

async function refusalOf(world: World, key: MailboxKey, one: Prepared): Promise<unknown> {
  try {
    await fencedTransaction(world.db, key, async (tx) => {
      await insertMail(tx, key, [one]);
      throw new JustTrying();
    });
  } catch (error) {
    if (isRefusal(error)) return error;
    if (!(error instanceof JustTrying)) throw error;
  }
  return undefined;
}

const short = (text: string) => text.slice(0, 200).toWellFormed();

function bare({ mail, ...one }: Prepared): Prepared {
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
      ...{ subject: short(mail.subject), snippet: short(mail.snippet), text: short(mail.text), html: null },
      ...{ attachments: [], calendar: null, headers: {}, truncated: true },
    },
  };
}
