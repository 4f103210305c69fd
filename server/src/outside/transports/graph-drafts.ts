import { t } from "@intellibox/contract/text/t";
/** Prepares a mail as a draft in Outlook. Sends nothing, and can be repeated. */
import { z } from "zod";
import { threaded } from "#lib/threads.ts";
import { CloudError, cloudFetch } from "#outside/cloud-fetch.ts";
import type { CloudAccount } from "#outside/mailboxes/cloud-account.ts";
import { byMessageId, deletePermanently, graphCall, messagePath, readPages } from "#outside/mailboxes/outlook/calls.ts";
import type { DetachedFile } from "#outside/mime/detach.ts";
import { fieldValue, headerOf } from "#outside/mime/headers.ts";
import { readStructure } from "#outside/mime/structure.ts";
import { type OutgoingMail, TransportError } from "./transport.ts";

/** A call may have 4 MB, and base64 adds a third. */
const mostMimeBytes = 2_900_000;
/** Larger files must be uploaded in pieces (learn.microsoft.com/graph/outlook-large-attachments). */
const largeFileBytes = 3 << 20;
const pieceBytes = 3 << 20;

const created = z.object({ id: z.string(), internetMessageId: z.string().optional() });
const session = z.object({ uploadUrl: z.url() });

/** Returns the draft's id. */
export async function prepareDraft(account: CloudAccount, mail: OutgoingMail): Promise<string> {
  const { fields } = readStructure(headerOf(mail.raw)).root;
  const messageId = fieldValue(fields, "message-id") ?? "";
  const { parent, leftovers } = await lookUp(account, messageId, fieldValue(fields, "in-reply-to"));
  for (const id of leftovers) await deletePermanently(account, id);

  const isWhole = mail.raw.length <= mostMimeBytes;
  const { mail: text, files } = isWhole ? { mail: mail.raw, files: [] } : await inThread("detachBytes", [mail.raw]);
  if (text.length > mostMimeBytes)
    throw new TransportError("permanent", t("Outlook takes 3 MB of text with pictures. Attach the pictures as files."));
  const draft = await createDraft(account, withBcc(asBuffer(text), mail), parent);
  try {
    if (draft.internetMessageId !== messageId) await nameDraft(account, draft.id, messageId);
    for (const file of files) await attach(account, draft.id, { ...file, bytes: asBuffer(file.bytes) });
  } catch (error) {
    await deletePermanently(account, draft.id).catch(() => undefined);
    throw error;
  }
  return draft.id;
}

const inThread = threaded<typeof import("#outside/mime/detach.ts")>(new URL("../mime/detach.ts", import.meta.url));

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength);

/** Finds the answered mail, and drafts of this mail that an earlier attempt left behind. */
async function lookUp(account: CloudAccount, messageId: string, inReplyTo: string | undefined) {
  const links = [
    byMessageId("/me/mailFolders/drafts", messageId),
    ...(inReplyTo ? [byMessageId("/me", inReplyTo)] : []),
  ];
  const pages = await readPages(account, links, 1);
  const [leftovers = [], parents = []] = pages.map((page) => {
    if (page instanceof Error) throw page;
    return page.value.map(({ id }) => id);
  });
  return { parent: parents[0], leftovers };
}

/** Creates the draft from the unchanged bytes. `createReply` puts a reply into its conversation, and marks the mail as answered. */
async function createDraft(account: CloudAccount, raw: Buffer, parent: string | undefined) {
  const mime = { method: "POST", headers: { "content-type": "text/plain" }, body: raw.toString("base64") } as const;
  const plain = () => graphCall(account, { ...mime, path: "/me/messages" });
  const reply = (id: string) => graphCall(account, { ...mime, path: `${messagePath(id)}/createReply` });
  const answer = parent
    ? await reply(parent).catch((error: unknown) => {
        // Deleted since it was looked up: sent without the conversation.
        if (error instanceof CloudError && error.fault === "gone") return plain();
        throw error;
      })
    : await plain();
  return answer.json(created);
}

/** Exchange gives drafts its own Message-ID. Ours is needed to look the mail up, and to recognize answers. */
async function nameDraft(account: CloudAccount, id: string, internetMessageId: string) {
  await graphCall(account, { method: "PATCH", path: messagePath(id), json: { internetMessageId }, isRepeatable: true });
}

async function attach(account: CloudAccount, id: string, { name, type, bytes }: DetachedFile) {
  const path = `${messagePath(id)}/attachments`;
  if (bytes.length < largeFileBytes) {
    const json = {
      "@odata.type": "#microsoft.graph.fileAttachment",
      name,
      contentType: type,
      contentBytes: bytes.toString("base64"),
    };
    await graphCall(account, { method: "POST", path, json });
    return;
  }
  const item = { attachmentType: "file", name, size: bytes.length, contentType: type };
  const opening = { method: "POST", path: `${path}/createUploadSession`, json: { AttachmentItem: item } } as const;
  const { uploadUrl } = (await graphCall(account, opening)).json(session);
  for (let from = 0; from < bytes.length; from += pieceBytes)
    await upload(account, uploadUrl, bytes.subarray(from, from + pieceBytes), { from, size: bytes.length });
}

/** The upload URL is pre-authorized, so no token is sent to it. */
async function upload(
  account: CloudAccount,
  url: string,
  piece: Buffer,
  { from, size }: { from: number; size: number },
) {
  const headers = {
    "content-type": "application/octet-stream",
    "content-range": `bytes ${from}-${from + piece.length - 1}/${size}`,
  };
  const put = { method: "PUT", path: url, headers, body: piece, withoutToken: true } as const;
  await cloudFetch(account, put);
}

/** Adds recipients who are only on the envelope as Bcc: Exchange sends to the header's recipients, and removes Bcc. */
function withBcc(raw: Buffer, { envelope }: OutgoingMail): Buffer {
  const { fields } = readStructure(headerOf(raw)).root;
  const named = ["to", "cc", "bcc"].map((name) => fieldValue(fields, name) ?? "").join(" ");
  const shown = new Set(named.toLowerCase().split(/[\s<>,;:"()]+/));
  const hidden = envelope.to.filter((address) => !shown.has(address.toLowerCase()));
  return hidden.length > 0 ? Buffer.concat([Buffer.from(`Bcc: ${hidden.join(",\r\n ")}\r\n`), raw]) : raw;
}
