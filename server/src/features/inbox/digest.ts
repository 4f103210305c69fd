import type { ThreadDigest } from "@intellibox/contract/endpoints/inbox";
import { beginningOfMail } from "#lib/html/beginning-of-mail.ts";
import type { Emit } from "#http/route.ts";
import type { Scope } from "#scope.ts";
import { summarize } from "#features/assistant/summarize.ts";
import { keepDigest } from "#features/summaries/thread-digests.ts";
import { asThreadMessage, messagesOfThread } from "./assist.ts";
import { findMessage } from "./read-message.ts";

/** How much of each message is kept for Summarize's timeline. */
const maxKeptText = 10_000;

/** Summarizes the whole thread of a message, and keeps the summary with the thread. */
export async function digestThread(
  scope: Scope,
  id: string,
  { timeZone }: { timeZone?: string | undefined },
  emit?: Emit,
): Promise<ThreadDigest> {
  const { item, rows } = await scope.tx(async (tx) => {
    const { item, content } = await findMessage(tx, scope, id);
    return { item, rows: await messagesOfThread(tx, scope, { ...item, ...content, id }) };
  });
  const digested = await summarize(scope, { thread: rows.map(asThreadMessage), timeZone }, emit);
  const thread = rows.map((row) => ({
    ...asThreadMessage(row),
    ...{ id: row.id, date: row.date, body: beginningOfMail(row.text, maxKeptText) },
  }));
  const { threadId, subject } = item;
  return scope.tx((tx) => keepDigest(tx, scope, { threadId, title: subject, thread, digested }));
}
