import { randomBytes } from "node:crypto";
import { dataPictureBytes } from "@intellibox/contract/rules/data-pictures";
import { maxAttachmentBytes } from "@intellibox/contract/rules/limits";
import { t } from "@intellibox/contract/text/t";
import { AppError, invalid } from "#lib/errors.ts";
import { escapeHtml } from "#lib/html/html.ts";
import { newId } from "#lib/ids.ts";
import { publicUrlOf } from "#lib/public-url.ts";
import { threaded } from "#lib/threads.ts";
import { WorkerLostError } from "#lib/worker-pool.ts";
import { composeMail, InvalidMailError, type MailContent, newMessageId } from "#outside/mime/compose.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { type ForwardedMessage, forwardedMessage } from "#features/message-html/forwarded-message.ts";
import { deviceOf, tokenSigner } from "#features/tracking/tokens.ts";
import type { ComposedMail } from "./accept.ts";
import { appendBlock } from "./append-signature.ts";
import type { SendRequest } from "./request.ts";
import type { Sender } from "./sender.ts";
import { withUnsubscribeLine } from "./unsubscribe-line.ts";
import { withAddresses, writeContent } from "./write-content.ts";

/** Composes the final bytes of a mail, which are sent and stored unchanged. */
export async function composeRequest(scope: Scope, request: SendRequest, sender: Sender): Promise<ComposedMail> {
  const id = newId();
  const messageId = newMessageId(sender.from.address);
  const { forward, timeZone } = request;
  const forwarded = forward && (await forwardedMessage(scope, ownerOf(scope), { id: forward, timeZone }));
  if (forwarded) refuseTooLarge(request, forwarded);
  const written = await contentOf(scope, request, sender.signatureHtml, id);
  const { unsubscribeUrl } = request;
  const whole = forwarded ? withForwarded(written, forwarded) : written;
  const parts = unsubscribeUrl ? withUnsubscribeLine(whole, unsubscribeUrl) : whole;
  const content: MailContent = {
    messageId,
    date: request.sendAt ?? scope.now(),
    from: sender.from,
    to: asPeople(request.to),
    cc: asPeople(request.cc ?? []),
    bcc: asPeople(request.bcc ?? []),
    replyTo: sender.replyTo,
    subject: request.subject,
    text: parts.text,
    html: parts.html,
    inReplyTo: request.inReplyTo,
    references: referencesOf(request),
    unsubscribeUrl,
    calendarReply: request.calendarReply,
    automatic: request.automatic,
    attachments: request.files.map(({ name, mimeType, bytes }) => ({ fileName: name, mimeType, content: bytes })),
  };
  const { raw, envelope } = await composeMail(content, { owner: ownerOf(scope), movesFiles: true }).catch((error) => {
    throw error instanceof InvalidMailError
      ? invalid(error.message, { [error.field]: error.message })
      : tooLongOr(error);
  });
  const senderDevice = request.tracked ? deviceOf(scope.sealer, scope) : null;
  return { id, messageId, envelope, raw, text: parts.text, urls: parts.urls, senderDevice };
}

/** After tracking, which leaves the links of the forwarded message as they are. */
const withForwarded = <Parts extends { html: string; text: string }>(
  parts: Parts,
  { html, text }: ForwardedMessage,
) => ({
  ...parts,
  html: appendBlock(parts.html, html),
  text: `${parts.text.trimEnd()}\n\n${text}`.trimStart(),
});

function refuseTooLarge({ html, files }: SendRequest, { pictureBytes }: ForwardedMessage) {
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, pictureBytes + dataPictureBytes(html));
  if (bytes > maxAttachmentBytes) throw new AppError("too_large", t("Attachments exceed 10MB total."));
}

const asPeople = (addresses: string[]) => addresses.map((address) => ({ name: "", address }));

/** RFC 5322 3.6.4: the references of the answered mail, then its own Message-ID. */
const referencesOf = ({ inReplyTo, references }: SendRequest) =>
  inReplyTo && references.at(-1) !== inReplyTo ? [...references, inReplyTo] : references;

const inThread = threaded<typeof import("./write-content.ts")>(new URL("./write-content.ts", import.meta.url));

/** A text up to this length is written here: a worker thread would cost more. */
const shortLength = 8 * 1024;

async function contentOf(scope: Scope, { body, html, tracked }: SendRequest, signatureHtml: string, logId: string) {
  const mark = tracked ? randomBytes(16).toString("hex") : undefined;
  const given = { body, html, signatureHtml, mark };
  const isShort = body.length + html.length + signatureHtml.length <= shortLength;
  const written = isShort
    ? writeContent(given)
    : await inThread("writeContent", [given], { owner: ownerOf(scope) }).catch((error) => {
        throw tooLongOr(error);
      });
  return mark ? { ...written, html: withAddresses(written.html, mark, addressesOf(scope, logId)) } : written;
}

/** If the work exceeded a thread's time or memory, tells the sender what to change. */
export const tooLongOr = (error: unknown) =>
  error instanceof WorkerLostError
    ? new AppError(
        "too_large",
        t("The message takes too long to prepare. Please shorten it or simplify its formatting."),
        {
          cause: error,
        },
      )
    : error;

/** The address of the open pixel, or of the redirect for a link. */
function addressesOf(scope: Scope, logId: string) {
  const { tenantId, config } = scope;
  const base = publicUrlOf(config);
  const sign = tokenSigner(scope.sealer);
  return (link: number | undefined) =>
    escapeHtml(
      link === undefined
        ? `${base}/t/o/${sign({ tenantId, logId })}`
        : `${base}/t/c/${sign({ tenantId, logId, link })}`,
    );
}
