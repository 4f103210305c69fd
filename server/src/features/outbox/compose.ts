import { invalid } from "#lib/errors.ts";
import { newId } from "#lib/ids.ts";
import { publicUrlOf } from "#lib/public-url.ts";
import { composeMail, type Letter, LetterError, newMessageId } from "#outside/mime/compose.ts";
import type { Scope } from "#scope.ts";
import { trackHtml } from "#features/tracking/rewrite.ts";
import { deviceOf, tokenSigner } from "#features/tracking/tokens.ts";
import type { Composed } from "./accept.ts";
import { writeParts } from "./letter.ts";
import type { SendRequest } from "./request.ts";
import type { Sender } from "./sender.ts";

/** The bytes of a mail, final: made once, sent and kept as they are. */
export async function composeRequest(scope: Scope, request: SendRequest, sender: Sender): Promise<Composed> {
  const id = newId();
  const messageId = newMessageId(sender.from.address);
  const parts = writeParts(request, sender.signatureHtml);
  const { html, urls } = request.tracked ? trackHtml(parts.html, tracksOf(scope, id)) : { html: parts.html, urls: [] };
  const letter: Letter = {
    messageId,
    date: request.sendAt ?? scope.now(),
    from: sender.from,
    to: request.to.map((address) => ({ name: "", address })),
    replyTo: sender.replyTo,
    subject: request.subject,
    text: parts.text,
    html,
    inReplyTo: request.inReplyTo,
    references: referencesOf(request),
    attachments: request.files.map(({ name, mimeType, bytes }) => ({ fileName: name, mimeType, content: bytes })),
  };
  const { raw, envelope } = await composeMail(letter).catch((error) => {
    throw error instanceof LetterError ? invalid(error.message, { [error.field]: error.message }) : error;
  });
  const senderDevice = request.tracked ? deviceOf(scope.sealer, scope) : null;
  return { id, messageId, envelope, raw, text: parts.text, urls, senderDevice };
}

/** RFC 5322 3.6.4: what the answered mail referred to, then itself. */
const referencesOf = ({ inReplyTo, references }: SendRequest) =>
  inReplyTo && references.at(-1) !== inReplyTo ? [...references, inReplyTo] : references;

function tracksOf(scope: Scope, logId: string) {
  const { tenantId, config } = scope;
  const base = publicUrlOf(config);
  const sign = tokenSigner(scope.sealer);
  return {
    pixel: `${base}/t/o/${sign({ tenantId, logId })}`,
    redirect: (link: number) => `${base}/t/c/${sign({ tenantId, logId, link })}`,
  };
}
