// Runs the assistant on a message: passes its text, or the thread up to it, to the same functions as pasted mail.
import type { BodyOf } from "@intellibox/contract/endpoint";
import type { inbox } from "@intellibox/contract/endpoints/inbox";
import { readableFolders } from "@intellibox/contract/rules/folders";
import { beginningOfMail } from "#lib/html/beginning-of-mail.ts";
import type { Tx } from "#db/fence.ts";
import { and, asc, eq, inArray, isNull, lte, type SQL } from "#db/orm.ts";
import { messageContents, messages } from "#db/tables/messages.ts";
import type { Emit } from "#http/route.ts";
import type { Scope } from "#scope.ts";
import { draftReply } from "#features/assistant/draft-reply.ts";
import { summarize } from "#features/assistant/summarize.ts";
import { findMessage } from "./read-message.ts";

type AssistOptions = BodyOf<typeof inbox.summarizeMessage>;
/** Of a longer thread, the newest messages. */
const maxMessages = 50;
const maxText = 100_000;
/** The most earlier messages that a reply reads. */
export const maxEarlier = 6;
const maxEarlierText = 6_000;
const bounded = <Message extends { body: string }>(message: Message) => ({
  ...message,
  body: beginningOfMail(message.body, maxEarlierText),
});

export async function summarizeMessage(scope: Scope, id: string, { extent, timeZone }: AssistOptions, emit?: Emit) {
  return summarize(scope, { thread: await conversation(scope, id, extent), timeZone }, emit);
}

export async function draftReplyTo(scope: Scope, id: string, body: BodyOf<typeof inbox.draftReply>, emit?: Emit) {
  const { item, content, earlier } = await scope.tx(async (tx) => {
    const found = await findMessage(tx, scope, id);
    return {
      ...found,
      earlier: (await earlierMessages(tx, scope, found.item)).slice(-maxEarlier).map(asThreadMessage),
    };
  });
  // With the header, so that the reply can greet the sender by name.
  const from = item.fromName ? `${item.fromName} <${item.from}>` : item.from;
  const emailBody = `From: ${from}\nSubject: ${item.subject}\n\n${textOf(content)}`;
  const answered = { ...body, emailBody, from: "" };
  const { reply, ...written } = await draftReply(scope, answered, emit, earlier.map(bounded));
  return { ...written, draft: reply };
}

export async function extractTasksOf(scope: Scope, id: string, { extent, timeZone }: AssistOptions, emit?: Emit) {
  const thread = await conversation(scope, id, extent);
  const {
    summary: _,
    summarySources: __,
    actions,
    ...written
  } = await summarize(scope, { thread, timeZone }, undefined, "tasks");
  for (const { action } of actions) emit?.(`${action}\n`);
  return { ...written, tasks: actions };
}

/** Oldest first, ending with the message itself. */
const conversation = (scope: Scope, id: string, extent: AssistOptions["extent"]) =>
  scope.tx(async (tx) => {
    const { item, content } = await findMessage(tx, scope, id);
    const { recipients, text, html } = content;
    const own = asThreadMessage({ ...item, recipients, text, html });
    if (extent === "message") return [own];
    const earlier = await earlierMessages(tx, scope, item);
    return [...earlier.map(asThreadMessage), own];
  });

async function earlierMessages(tx: Tx, scope: Scope, item: { id: string; threadId: string; date: Date }) {
  const rows = await threadRows(tx, scope, item.threadId, lte(messages.date, item.date));
  return rows.filter(({ id }) => id !== item.id).slice(1 - maxMessages);
}

/** The whole thread of a message, oldest first. One in the trash or in spam is added to the thread that it left. */
export async function messagesOfThread(
  tx: Tx,
  scope: Scope,
  own: ThreadRow & { threadId: string },
): Promise<ThreadRow[]> {
  const rows: ThreadRow[] = await threadRows(tx, scope, own.threadId);
  const all = rows.some(({ id }) => id === own.id) ? rows : [...rows, own];
  return all.sort((a, b) => a.date.getTime() - b.date.getTime()).slice(-maxMessages);
}

export type ThreadRow = StoredMessage & { id: string };

async function threadRows(tx: Tx, { tenantId, user }: Scope, threadId: string, where?: SQL) {
  return tx
    .select({
      id: messages.id,
      from: messages.fromAddress,
      fromName: messages.fromName,
      date: messages.date,
      recipients: messageContents.recipients,
      text: messageContents.text,
      html: messageContents.html,
    })
    .from(messages)
    .innerJoin(
      messageContents,
      and(eq(messageContents.tenantId, messages.tenantId), eq(messageContents.id, messages.id)),
    )
    .where(
      and(
        eq(messages.tenantId, tenantId),
        eq(messages.userId, user.id),
        eq(messages.threadId, threadId),
        inArray(messages.folder, [...readableFolders]),
        isNull(messages.removeAt),
        where,
      ),
    )
    .orderBy(asc(messages.date), asc(messages.id));
}

type StoredMessage = Pick<typeof messageContents.$inferSelect, "recipients" | "text" | "html"> & {
  from: string;
  fromName: string;
  date: Date;
};

export const asThreadMessage = (message: StoredMessage) => ({
  from: message.fromName ? `${message.fromName} <${message.from}>` : message.from,
  to: message.recipients.to
    .map(({ name, address }) => name || address)
    .slice(0, 50)
    .join(", ")
    .slice(0, 10_000),
  at: message.date.toISOString(),
  body: textOf(message),
});

/** The HTML if there is any, because only it shows which text is hidden from a reader. */
const textOf = ({ text, html }: { text: string; html: string | null }) => beginningOfMail(html ?? text, maxText);
