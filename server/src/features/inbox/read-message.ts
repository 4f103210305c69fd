import type { ResponseOf } from "@intellibox/contract/endpoint";
import type { inbox } from "@intellibox/contract/endpoints/inbox";
import { t } from "@intellibox/contract/text/t";
import { AppError, conflict, notFound } from "#lib/errors.ts";
import { beginningOfMail } from "#lib/html/beginning-of-mail.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, isNull } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { imageSenders } from "#db/tables/image-senders.ts";
import { mailboxes } from "#db/tables/mailboxes.ts";
import { messageContents, messages } from "#db/tables/messages.ts";
import { users } from "#db/tables/users.ts";
import { isAutomatic } from "#outside/mime/automatic.ts";
import type { Scope } from "#scope.ts";
import { readMails } from "#features/assistant/read-mails.ts";
import { presentDigest } from "#features/summaries/thread-digests.ts";
import { calendarPartOf } from "./calendar-part.ts";
import { lockMailboxes } from "./change-messages.ts";
import { itemColumns, ofSameMailbox } from "./item-columns.ts";
import { listFields } from "./left-lists.ts";
import { type OpenedMessage, openMessage } from "./open-message.ts";
import { showHtml } from "./show-html.ts";
import { withoutGreeting } from "./without-greeting.ts";

type Message = ResponseOf<typeof inbox.message>;
export async function readMessage(scope: Scope, id: string): Promise<Message> {
  const { found, thread } = await openMessage(scope, id);
  const { recipients, digest, preparedDraft, imagesPolicy, allowsSender, ...message } = found;
  const { headers, html, text, sourceKey, attachments, truncated, references, messageId, ...item } = message;
  const imagesAllowed = imagesAllowedFor(found);
  const [list, shown, warnings] = await Promise.all([
    listFields(scope, { ...item, headers }),
    showHtml(scope, { id, html, attachments, sourceKey }, imagesAllowed ? "allow" : "block"),
    warningsOf(scope, { html, text }),
  ]);
  const { to, cc, bcc, replyTo } = recipients;
  return {
    ...item,
    ...list,
    threadSize: thread.length + 1,
    ...{ to, cc, bcc, replyTo, messageId, references, imagesAllowed },
    thread: thread.map((other) => ({ ...other, snippet: withoutGreeting(other.snippet) })),
    mayShowImages: imagesPolicy !== "never",
    digest: digest && presentDigest(digest, [...thread, item]),
    preparedDraft: preparedDraft && { ...preparedDraft, writtenAt: new Date(preparedDraft.writtenAt) },
    bodyHtml: shown.html,
    htmlOmitted: shown.isOmitted,
    bodyText: text,
    blockedImages: shown.blockedImages,
    attachments,
    calendarPart: calendarPartOf(attachments),
    truncated,
    automatic: isAutomatic(headers, item.from),
    warnings,
  };
}

export async function findMessage(tx: Tx, { tenantId, user }: Scope, id: string) {
  const rows = await tx
    .select({
      item: itemColumns,
      content: messageContents,
      messageId: messages.messageId,
      imagesAllowed: messages.imagesAllowed,
    })
    .from(messages)
    .innerJoin(mailboxes, ofSameMailbox)
    .innerJoin(
      messageContents,
      and(eq(messageContents.tenantId, messages.tenantId), eq(messageContents.id, messages.id)),
    )
    .where(
      and(
        eq(messages.tenantId, tenantId),
        eq(messages.userId, user.id),
        eq(messages.id, id),
        isNull(messages.goneAt),
        isNull(messages.removeAt),
      ),
    );
  return firstOr(rows, notFound(t("Message not found")));
}

/** "Always" leaves spam out: its pictures would tell the sender that the address is read. */
function imagesAllowedFor({ imagesPolicy, allowsSender, imagesAllowed, folder }: OpenedMessage) {
  if (imagesPolicy === "never") return null;
  if (allowsSender) return "sender" as const;
  if (imagesAllowed) return "message" as const;
  return imagesPolicy === "always" && folder !== "junk" ? ("always" as const) : null;
}

async function imagesPolicyOf(tx: Tx, { tenantId, user }: Scope) {
  const [row] = await tx
    .select({ policy: users.imagesPolicy })
    .from(users)
    .where(and(eq(users.tenantId, tenantId), eq(users.id, user.id)));
  return row?.policy ?? "ask";
}

/** How much of the text and of the HTML is checked, so that a very long mail does not delay opening it. */
export const maxChecked = 20_000;
const checkTimeoutMs = 1_500;

async function warningsOf(scope: Scope, { text, html }: { text: string; html: string | null }) {
  const parts = [html ?? "", text].map((one) => beginningOfMail(one, maxChecked));
  const checked = await readMails(scope, parts, checkTimeoutMs).catch((error) => {
    if (!(error instanceof AppError) || error.code !== "too_large") throw error;
    // The mail is shown without warnings; the screen does not claim that it was checked.
    scope.log.warn({ err: error }, "a mail could not be checked for instructions to the assistant");
    return [];
  });
  return checked.find(({ warnings }) => warnings.length > 0)?.warnings ?? [];
}

type ImageChoice = { for: "message" | "sender"; allow: boolean };

/** Allows or blocks remote pictures of the message or its sender, and returns the message as it looks then. */
export async function allowImages(scope: Scope, id: string, choice: ImageChoice): Promise<Message> {
  const { tenantId } = scope;
  await scope.tx(async (tx) => {
    const { item } = await findMessage(tx, scope, id);
    if (choice.allow && (await imagesPolicyOf(tx, scope)) === "never")
      throw conflict(t("You chose in My Profile that remote images are never shown."));
    if (choice.for === "message") {
      const one = and(eq(messages.tenantId, tenantId), eq(messages.id, id));
      // First, as a mark and a sync do: the trigger of the counts locks it after the message otherwise, and the two deadlock.
      const boxes = await tx.select({ id: messages.mailboxId }).from(messages).where(one);
      await lockMailboxes(
        tx,
        tenantId,
        boxes.map((box) => box.id),
      );
      await tx.update(messages).set({ imagesAllowed: choice.allow }).where(one);
      return;
    }
    const sender = { tenantId, userId: scope.user.id, address: item.from.toLowerCase() };
    if (choice.allow) await tx.insert(imageSenders).values(sender).onConflictDoNothing();
    else
      await tx
        .delete(imageSenders)
        .where(
          and(
            eq(imageSenders.tenantId, tenantId),
            eq(imageSenders.userId, sender.userId),
            eq(imageSenders.address, sender.address),
          ),
        );
  });
  return readMessage(scope, id);
}
