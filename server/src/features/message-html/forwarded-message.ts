import { isKnownZone } from "@intellibox/contract/rules/wall-time";
import { t } from "@intellibox/contract/text/t";
import { AppError, notFound } from "#lib/errors.ts";
import type { Owner } from "#lib/fair-queue.ts";
import { escapeHtml, sanitizeMailHtml, textToHtml } from "#lib/html/html.ts";
import type { Tx } from "#db/fence.ts";
import { and, eq, isNull } from "#db/orm.ts";
import { firstOr } from "#db/rows.ts";
import { messageContents, messages } from "#db/tables/messages.ts";
import { hasLeft } from "#features/left-files/rename-parts.ts";
import { inFence, type MailReader, wholeMail } from "#features/left-files/whole-mail.ts";
import { inlinePictures, picturesOf } from "./inline-pictures.ts";

/** A message as it stands below the text of a mail that forwards it. */
export type ForwardedMessage = { html: string; text: string; pictureBytes: number };

type MessageOwner = { tenantId: string; userId: string };

/** Begins the forwarded message in the HTML. The sanitizer drops this attribute, so that the last one in a mail is ours. */
const mark = '<div data-intellibox="forwarded">';

/** The sanitizer embeds at most 12 million characters of pictures. */
const pictureLimits = { count: 200, bytesEach: 8_900_000, bytes: 8_900_000 };

/**
 * The message with its look: sanitized, with its own pictures embedded and links to others as they are. 404 if the owner has no such
 * message.
 */
export async function forwardedMessage(
  reader: MailReader,
  owner: MessageOwner,
  { id, timeZone = "UTC" }: { id: string; timeZone?: string | undefined },
): Promise<ForwardedMessage> {
  const rows = await inFence(reader, owner, (tx) =>
    tx
      .select({
        ...{ subject: messages.subject, date: messages.date },
        ...{ fromName: messages.fromName, from: messages.fromAddress },
        content: messageContents,
      })
      .from(messages)
      .innerJoin(
        messageContents,
        and(eq(messageContents.tenantId, messages.tenantId), eq(messageContents.id, messages.id)),
      )
      .where(isReadable(owner, id)),
  );
  const message = firstOr(rows, notFound(t("Message not found")));
  const pictures = message.content.html ? picturesOf(message.content.attachments) : [];
  const whole = hasLeft(pictures) ? await wholeMail(reader, owner, id) : {};
  const content = { ...message.content, ...whole };
  const body = await bodyOf(reader, owner, content);
  const lines = headOf(message, timeZone);
  const head = `<p>${lines.map(escapeHtml).join("<br>")}</p>`;
  const text = `${lines.join("\n")}\n\n${content.text.replaceAll("\r\n", "\n").trim()}\n`;
  return { html: `${mark}<br>${head}${body.html}</div>`, text, pictureBytes: body.pictureBytes };
}

/** Whether the owner has the message still. */
export async function canForward(tx: Tx, owner: MessageOwner, id: string): Promise<boolean> {
  const rows = await tx.select({ id: messages.id }).from(messages).where(isReadable(owner, id));
  return rows.length > 0;
}

/** The HTML above the forwarded message. */
export function withoutForwarded(html: string): string {
  const at = html.lastIndexOf(mark);
  return at < 0 ? html : html.slice(0, at);
}

const isReadable = ({ tenantId, userId }: MessageOwner, id: string) =>
  and(
    eq(messages.tenantId, tenantId),
    eq(messages.userId, userId),
    eq(messages.id, id),
    isNull(messages.goneAt),
    isNull(messages.removeAt),
  );

type Content = Pick<typeof messageContents.$inferSelect, "html" | "text" | "attachments" | "sourceKey" | "recipients">;

async function bodyOf({ outside, log }: MailReader, owner: Owner, { html, text, attachments, sourceKey }: Content) {
  if (html) {
    // Other attachments go along as files, and are embedded as far as there is room.
    const isInline = ({ inline }: { inline: boolean }) => Number(inline);
    const sorted = attachments.toSorted((one, other) => isInline(other) - isInline(one));
    if (bytesOf(picturesOf(sorted).filter(isInline)) > pictureLimits.bytes)
      throw new AppError(
        "too_large",
        t("The pictures of this message are too large to be forwarded in the text. Forward it as an attachment."),
      );
    try {
      const images = await inlinePictures(
        { html, sourceKey, attachments: sorted },
        pictureLimits,
        outside.objects,
        owner,
      );
      const clean = await sanitizeMailHtml(html, { remoteImages: "allow", images }, owner);
      const pictureBytes = Object.values(images).reduce((sum, { length }) => sum + Math.floor((length * 3) / 4), 0);
      return { html: clean.html, pictureBytes };
    } catch (error) {
      if (error instanceof AppError) throw error;
      // Probably crafted to take too long. The screen shows the plain text, too.
      log.warn({ err: error }, "a forwarded message could not be sanitized");
    }
  }
  return { html: `<p>${textToHtml(text.trim())}</p>`, pictureBytes: 0 };
}

const bytesOf = (files: readonly { size: number }[]) => files.reduce((sum, { size }) => sum + size, 0);

type Header = { subject: string; from: string; fromName: string; date: Date; content: Content };

function headOf({ subject, from, fromName, date, content: { recipients } }: Header, timeZone: string): string[] {
  return [
    "---------- Forwarded message ----------",
    ["From", peopleOf([{ name: fromName, address: from }])],
    ["Date", date.toLocaleString("en-GB", { ...dateFormat, timeZone: isKnownZone(timeZone) ? timeZone : "UTC" })],
    ["Subject", subject],
    ["To", peopleOf(recipients.to)],
    ["Cc", peopleOf(recipients.cc)],
  ].flatMap((line) => (typeof line === "string" ? line : line[1] ? `${line[0]}: ${line[1]}` : []));
}

// The reader may be anywhere, so the time says its zone.
const dateFormat: Intl.DateTimeFormatOptions = {
  ...{ weekday: "long", day: "numeric", month: "long", year: "numeric" },
  ...{ hour: "2-digit", minute: "2-digit", timeZoneName: "short" },
};

/** A mailing may name thousands. */
const maxNamed = 200;

function peopleOf(people: readonly { name: string; address: string }[]): string {
  const named = people
    .filter(({ name, address }) => name || address)
    .map(({ name, address }) => (name && address ? `${name} <${address}>` : name || address));
  const more = named.length - maxNamed;
  return `${named.slice(0, maxNamed).join(", ")}${more > 0 ? ` and ${more} more` : ""}`.replaceAll(
    /[\p{Cc}\u2028\u2029]+/gu,
    " ",
  );
}
