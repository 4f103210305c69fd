import { randomBytes } from "node:crypto";
import { AppError, invalid } from "#lib/errors.ts";
import { escapeHtml } from "#lib/html/html.ts";
import { newId } from "#lib/ids.ts";
import { publicUrlOf } from "#lib/public-url.ts";
import { threaded } from "#lib/threads.ts";
import { WorkerLostError } from "#lib/worker-pool.ts";
import { composeMail, type Letter, LetterError, newMessageId } from "#outside/mime/compose.ts";
import { ownerOf, type Scope } from "#scope.ts";
import { deviceOf, tokenSigner } from "#features/tracking/tokens.ts";
import type { Composed } from "./accept.ts";
import type { SendRequest } from "./request.ts";
import type { Sender } from "./sender.ts";
import { withAddresses, writeLetter } from "./write-letter.ts";

/** The bytes of a mail, final: made once, sent and kept as they are. */
export async function composeRequest(scope: Scope, request: SendRequest, sender: Sender): Promise<Composed> {
  const id = newId();
  const messageId = newMessageId(sender.from.address);
  const parts = await writtenLetter(scope, request, sender.signatureHtml, id);
  const letter: Letter = {
    messageId,
    date: request.sendAt ?? scope.now(),
    from: sender.from,
    to: request.to.map((address) => ({ name: "", address })),
    replyTo: sender.replyTo,
    subject: request.subject,
    text: parts.text,
    html: parts.html,
    inReplyTo: request.inReplyTo,
    references: referencesOf(request),
    attachments: request.files.map(({ name, mimeType, bytes }) => ({ fileName: name, mimeType, content: bytes })),
  };
  const { raw, envelope } = await composeMail(letter, { owner: ownerOf(scope), movesFiles: true }).catch((error) => {
    throw error instanceof LetterError ? invalid(error.message, { [error.field]: error.message }) : tooLongOr(error);
  });
  const senderDevice = request.tracked ? deviceOf(scope.sealer, scope) : null;
  return { id, messageId, envelope, raw, text: parts.text, urls: parts.urls, senderDevice };
}

/** RFC 5322 3.6.4: what the answered mail referred to, then itself. */
const referencesOf = ({ inReplyTo, references }: SendRequest) =>
  inReplyTo && references.at(-1) !== inReplyTo ? [...references, inReplyTo] : references;

const inThread = threaded<typeof import("./write-letter.ts")>(new URL("./write-letter.ts", import.meta.url));

/** A text up to this length is done at once: a thread would cost more than that. */
const shortLength = 8 * 1024;

async function writtenLetter(scope: Scope, { body, html, tracked }: SendRequest, signatureHtml: string, logId: string) {
  const mark = tracked ? randomBytes(16).toString("hex") : undefined;
  const given = { body, html, signatureHtml, mark };
  const isShort = body.length + html.length + signatureHtml.length <= shortLength;
  const written = isShort
    ? writeLetter(given)
    : await inThread("writeLetter", [given], { owner: ownerOf(scope) }).catch((error) => {
        throw tooLongOr(error);
      });
  return mark ? { ...written, html: withAddresses(written.html, mark, addressesOf(scope, logId)) } : written;
}

/** What a thread is lost over is told as what its sender can change. */
export const tooLongOr = (error: unknown) =>
  error instanceof WorkerLostError
    ? new AppError(
        "too_large",
        "The message takes too long to prepare. Please shorten it or simplify its formatting.",
        {
          cause: error,
        },
      )
    : error;

/** Of the open pixel, or of the redirect for a link. */
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
