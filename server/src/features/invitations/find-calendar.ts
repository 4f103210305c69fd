import { t } from "@intellibox/contract/text/t";
import { notFound } from "#lib/errors.ts";
import type { Tx } from "#db/fence.ts";
import { and, desc, eq, inArray, isNull, ne, sql } from "#db/orm.ts";
import { ownAddresses } from "#db/own-addresses.ts";
import { invitationAnswers } from "#db/tables/invitation-answers.ts";
import { messageContents, messages } from "#db/tables/messages.ts";
import { outbox } from "#db/tables/outbox.ts";
import { attachmentContent } from "#outside/mime/parse.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { calendarPartOf, isCalendarType } from "#features/inbox/calendar-part.ts";
import { findMessage } from "#features/inbox/read-message.ts";
import { attachmentAt } from "#features/left-files/rename-parts.ts";
import { wholeMail } from "#features/left-files/whole-mail.ts";
import { mailboxOwner } from "#features/mailboxes/mailboxes.ts";

export type CalendarMessage = Awaited<ReturnType<typeof findMessage>>;
export type FoundCalendar = {
  message: CalendarMessage;
  text: string;
  /** Whether it is the file that the message itself shows, which can be answered. */
  isMain: boolean;
  /** The reader's addresses in lower case, the one of the message's mailbox first. */
  own: string[];
};

/** The text of a message's calendar file, or of another of its attachments. */
export async function findCalendar(scope: Scope, id: string, named: string | undefined): Promise<FoundCalendar> {
  const { message, own } = await scope.tx(async (tx) => ({
    message: await findMessage(tx, scope, id),
    own: await addressesOf(tx, scope),
  }));
  const { content, item } = message;
  const main = calendarPartOf(content.attachments);
  const part = named ?? main;
  const attachment = part === null ? undefined : attachmentAt(content.attachments, part);
  if (!attachment) throw notFound(named ? t("Attachment not found") : t("This message has no calendar file."));
  const isStored = attachment === content.attachments.find(isCalendarType) && content.calendar !== null;
  const text = isStored ? (content.calendar ?? "") : await textOf(scope, id, attachment.part);
  const first = item.account.toLowerCase();
  return { message, text, isMain: part === main, own: [...new Set([first, ...own])] };
}

async function textOf(scope: Scope, id: string, part: string): Promise<string> {
  const { sourceKey, attachments } = await wholeMail(scope, mailboxOwner(scope), id);
  const source = await scope.outside.objects.get(sourceKey);
  const path = attachmentAt(attachments, part)?.part ?? part;
  const bytes = source && (await attachmentContent(source, path, ownerOf(scope)));
  if (!bytes) throw notFound(t("Attachment not found"));
  // The tables of charsets stay unloaded in the main thread until a calendar needs them.
  const { decodeText } = await import("#outside/mime/charset.ts");
  return decodeText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), undefined);
}

const addressesOf = async (tx: Tx, { tenantId, user }: Scope): Promise<string[]> => [
  ...(await ownAddresses(tx, { tenantId, userId: user.id })),
];

/** The answers to an event, the newest first, with the phase of their mails. */
export const answersTo = (tx: Tx, { tenantId, user }: Scope, uid: string) =>
  tx
    .select({ answer: invitationAnswers, phase: outbox.phase })
    .from(invitationAnswers)
    .leftJoin(outbox, and(eq(outbox.tenantId, invitationAnswers.tenantId), eq(outbox.id, invitationAnswers.id)))
    .where(
      and(
        eq(invitationAnswers.tenantId, tenantId),
        eq(invitationAnswers.userId, user.id),
        eq(invitationAnswers.uid, uid),
      ),
    )
    .orderBy(desc(invitationAnswers.createdAt), desc(invitationAnswers.id))
    .limit(100);

/** As many mails about one event are compared, and so much of each. */
const maxOthers = 20;
const maxCompared = 200_000;

/** Other mails of the reader about the event, the newest first. Spam and trash do not count. */
export const othersAbout = (tx: Tx, { tenantId, user }: Scope, { id, uidKey }: { id: string; uidKey: string }) =>
  tx
    .select({
      id: messages.id,
      from: messages.fromAddress,
      calendar: sql<string>`left(${messageContents.calendar}, ${maxCompared})`,
    })
    .from(messageContents)
    .innerJoin(messages, and(eq(messages.tenantId, messageContents.tenantId), eq(messages.id, messageContents.id)))
    .where(
      and(
        eq(messageContents.tenantId, tenantId),
        eq(messageContents.userId, user.id),
        eq(messageContents.calendarUid, uidKey),
        ne(messages.id, id),
        inArray(messages.folder, ["inbox", "archive", "other", "snoozed"]),
        isNull(messages.goneAt),
        isNull(messages.removeAt),
      ),
    )
    .orderBy(desc(messages.date), desc(messages.id))
    .limit(maxOthers);
