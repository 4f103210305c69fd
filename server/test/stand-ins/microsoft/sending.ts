// Drafts, their attachments, and sending.
import { addDraft } from "./draft-json.ts";
import { bodyOf, type GraphAnswer, type GraphCall, graphError } from "./graph-answer.ts";
import { findMessage, notFound, present } from "./mail-api.ts";
import { type MailStore, newKey, recipientsOf, type StoredMessage, withAttachments, withHeader } from "./mail-store.ts";

type Upload = { message: StoredMessage; name: string; contentType: string; size: number; pieces: Buffer[] };

/** "For better performance keep each range under 4 MB"; larger requests are refused as a whole. */
const maxRequestBytes = 4 << 20;
const maxInlineBytes = 3 << 20;

export class Sending {
  readonly #uploads = new Map<string, Upload>();
  /** Called with each sent mail. */
  onSent: (from: MailStore, raw: Buffer, recipients: string[]) => void = () => undefined;

  /** https://learn.microsoft.com/en-us/graph/api/user-post-messages, in both of its forms. */
  createDraft(call: GraphCall, conversationId?: string): GraphAnswer {
    if (call.headers["content-type"]?.startsWith("application/json") && !conversationId)
      return { status: 201, json: present(call, addDraft(call), undefined) };
    const mime = mimeOf(call);
    if (!mime) return badMime();
    const draft = call.store.add(mime, {
      folder: "drafts",
      isDraft: true,
      isRead: true,
      // As in the documentation's examples, Exchange assigns a Message-ID to a draft.
      internetMessageId: `<${newKey(12)}@prod.outlook.test>`,
      ...(conversationId && { conversationId }),
    });
    return { status: 201, json: present(call, draft, undefined) };
  }

  of(call: GraphCall, id: string, action: string): GraphAnswer | undefined {
    const message = findMessage(call, id);
    if (!message) return notFound();
    if (call.method !== "POST") return undefined;
    // https://learn.microsoft.com/en-us/graph/api/message-createreply, in its MIME form
    if (action === "createReply") return this.createDraft(call, message.conversationId);
    // https://learn.microsoft.com/en-us/graph/api/message-permanentdelete
    if (action === "permanentDelete") {
      call.store.move(message, "gone");
      return { status: 204 };
    }
    if (action === "send") return this.#send(call.store, message);
    if (action === "attachments") return this.#attach(call, message);
    if (action === "attachments/createUploadSession") return this.#openUpload(call, message);
    return undefined;
  }

  /** https://learn.microsoft.com/en-us/graph/api/user-sendmail, in its MIME form. */
  sendMail(call: GraphCall): GraphAnswer {
    const mime = mimeOf(call);
    if (!mime) return badMime();
    return this.#send(call.store, call.store.add(mime, { folder: "drafts", isDraft: true, isRead: true }));
  }

  /** https://learn.microsoft.com/en-us/graph/api/message-send */
  #send(store: MailStore, draft: StoredMessage): GraphAnswer {
    if (!draft.isDraft) return graphError(400, "ErrorInvalidRequest", "Only a draft can be sent.");
    const recipients = recipientsOf(draft.raw);
    if (recipients.length === 0) return graphError(400, "ErrorInvalidRecipients", "At least one recipient is needed.");
    draft.raw = withHeader(withAttachments(draft.raw, draft.attachments), "Message-ID", draft.internetMessageId);
    draft.isDraft = false;
    draft.receivedAt = new Date(Math.floor(Date.now() / 1000) * 1000);
    store.move(draft, "sentitems");
    const raw = withHeader(draft.raw, "Bcc");
    store.sent.push({ raw, recipients });
    this.onSent(store, raw, recipients);
    return { status: 202 };
  }

  /** https://learn.microsoft.com/en-us/graph/api/message-post-attachments */
  #attach(call: GraphCall, message: StoredMessage): GraphAnswer {
    const given = bodyOf<{ name: string; contentType?: string; contentBytes: string }>(call);
    const bytes = Buffer.from(given.contentBytes, "base64");
    if (bytes.length >= maxInlineBytes) return tooLarge();
    const contentType = given.contentType ?? "application/octet-stream";
    const attachment = { id: newKey(), name: given.name, contentType, bytes };
    message.attachments.push(attachment);
    call.store.touch(message);
    return { status: 201, json: { id: attachment.id, name: given.name, size: bytes.length } };
  }

  /** https://learn.microsoft.com/en-us/graph/outlook-large-attachments */
  #openUpload(call: GraphCall, message: StoredMessage): GraphAnswer {
    const { AttachmentItem: item } = bodyOf<{ AttachmentItem: { name: string; size: number; contentType?: string } }>(
      call,
    );
    if (item.size < maxInlineBytes || item.size > 150 << 20)
      return graphError(
        400,
        "ErrorAttachmentSizeShouldNotBeLessThanMinimumSize",
        "The size is not for an upload session.",
      );
    const token = newKey();
    const contentType = item.contentType ?? "application/octet-stream";
    this.#uploads.set(token, { message, name: item.name, contentType, size: item.size, pieces: [] });
    return {
      status: 201,
      json: {
        uploadUrl: `${call.url}/upload/${token}?authtoken=stand-in`,
        expirationDateTime: new Date(Date.now() + 3_600_000).toISOString(),
        nextExpectedRanges: ["0-"],
      },
    };
  }

  /** A PUT to the pre-authenticated address, which must not have a token. */
  upload(token: string, headers: Record<string, string>, body: Buffer): GraphAnswer {
    const upload = this.#uploads.get(token);
    if (!upload) return graphError(404, "itemNotFound", "There is no such upload.");
    if (headers.authorization) return graphError(401, "InvalidAuthenticationToken", "Send no token to this address.");
    const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers["content-range"] ?? "");
    const done = upload.pieces.reduce((sum, piece) => sum + piece.length, 0);
    const [from, to, total] = (range?.slice(1) ?? []).map(Number);
    if (from !== done || to !== done + body.length - 1 || total !== upload.size || body.length > maxRequestBytes)
      return graphError(416, "ErrorInvalidRange", "The range is not the one that is expected.");
    upload.pieces.push(body);
    if (done + body.length < upload.size)
      return { status: 200, json: { nextExpectedRanges: [String(done + body.length)] } };
    this.#uploads.delete(token);
    const { message, name, contentType, pieces } = upload;
    const id = newKey();
    message.attachments.push({ id, name, contentType, bytes: Buffer.concat(pieces) });
    return { status: 201, headers: { location: `https://outlook.office.com/attachments('${id}')` } };
  }
}

function mimeOf({ headers, body }: GraphCall): Buffer | undefined {
  const text = body.toString("latin1").replaceAll(/\s/g, "");
  const isBase64 = text.length > 0 && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
  return headers["content-type"]?.startsWith("text/plain") && isBase64 ? Buffer.from(text, "base64") : undefined;
}

const badMime = () => graphError(400, "ErrorMimeContentInvalidBase64String", "Invalid base64 string for MIME content.");
const tooLarge = () => graphError(413, "ErrorMessageSizeExceeded", "The message exceeds the maximum supported size.");

export const isTooLarge = ({ body }: { body: Buffer }) => (body.length > maxRequestBytes ? tooLarge() : undefined);
