// What the assistant does with a message: its text, or the conversation's up to it, goes to the same functions as pasted mail.
import type { BodyOf } from "@intellibox/contract/endpoint";
import type { inbox } from "@intellibox/contract/endpoints/inbox";
import { and, asc, eq, inArray, isNull, lte } from "drizzle-orm";
import type { Tx } from "#db/fence.ts";
import { messageContents, messages } from "#db/tables/messages.ts";
import type { Emit } from "#http/route.ts";
import type { Scope } from "#scope.ts";
import { draftReply } from "#features/assistant/draft-reply.ts";
import { summarize } from "#features/assistant/summarize.ts";
import { findMessage } from "./read-message.ts";

type Asked = BodyOf<typeof inbox.summarizeMessage>;
/** The newest of a longer conversation. */
const maxMessages = 50;
const maxText = 100_000;

export async function summarizeMessage(scope: Scope, id: string, { extent, timeZone }: Asked, emit?: Emit) {
  return summarize(scope, { thread: await conversation(scope, id, extent), timeZone }, emit);
}

export async function draftReplyTo(scope: Scope, id: string, body: BodyOf<typeof inbox.draftReply>, emit?: Emit) {
  const { item, content } = await scope.tx((tx) => findMessage(tx, scope, id));
  // The header tells the reply whom to greet.
  const from = item.fromName ? `${item.fromName} <${item.from}>` : item.from;
  const emailBody = `From: ${from}\nSubject: ${item.subject}\n\n${textOf(content)}`;
  const { reply, ...written } = await draftReply(scope, { ...body, emailBody }, emit);
  return { ...written, draft: reply };
}

export async function extractTasksOf(scope: Scope, id: string, { extent, timeZone }: Asked, emit?: Emit) {
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
const conversation = (scope: Scope, id: string, extent: Asked["extent"]) =>
  scope.tx(async (tx) => {
    const { item, content } = await findMessage(tx, scope, id);
    const { recipients, text, html } = content;
    const own = asThreadMessage({ ...item, recipients, text, html });
    if (extent === "message") return [own];
    const earlier = await earlierMessages(tx, scope, item);
    return [...earlier.map(asThreadMessage), own];
  });

async function earlierMessages(tx: Tx, { tenantId, user }: Scope, item: { id: string; threadId: string; date: Date }) {
  const rows = await tx
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
        eq(messages.threadId, item.threadId),
        inArray(messages.folder, ["inbox", "sent"]),
        isNull(messages.removeAt),
        lte(messages.date, item.date),
      ),
    )
    .orderBy(asc(messages.date), asc(messages.id));
  return rows.filter(({ id }) => id !== item.id).slice(1 - maxMessages);
}

type Told = Pick<typeof messageContents.$inferSelect, "recipients" | "text" | "html"> & {
  from: string;
  fromName: string;
  date: Date;
};

const asThreadMessage = (told: Told) => ({
  from: told.fromName ? `${told.fromName} <${told.from}>` : told.from,
  to: told.recipients.to
    .map(({ name, address }) => name || address)
    .slice(0, 50)
    .join(", ")
    .slice(0, 10_000),
  at: told.date.toISOString(),
  body: textOf(told),
});

/** HTML where there is some: only there can be seen what a reader would not see. */
const textOf = ({ text, html }: { text: string; html: string | null }) => (html ?? text).slice(0, maxText);
