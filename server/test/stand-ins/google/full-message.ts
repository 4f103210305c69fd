// A message with its parts, as `format=full` returns it: the texts, and ids in place of the bytes of files.
import { decodeText } from "#outside/mime/charset.ts";
import { type Part, readStructure } from "#outside/mime/structure.ts";
import { decodeTransfer } from "#outside/mime/transfer.ts";
import { apiError, type GoogleAnswer, jsonAnswer, jsonOf } from "./calls.ts";

const rawOf = (whole: GoogleAnswer) => Buffer.from(jsonOf<{ raw: string }>(whole).raw, "base64url");
const base64 = (bytes: Buffer) => bytes.toString("base64").replaceAll("+", "-").replaceAll("/", "_");
const contentOf = (raw: Buffer, part: Part) => decodeTransfer(raw.subarray(part.start, part.end), part.encoding);

export function fullMessage(answer: GoogleAnswer, whole: GoogleAnswer): GoogleAnswer {
  if (answer.status !== 200 || whole.status !== 200) return answer;
  const raw = rawOf(whole);
  const { id, threadId, labelIds, internalDate } = jsonOf<Record<string, unknown>>(answer);
  const payload = describe(raw, readStructure(raw).root);
  return jsonAnswer(200, { id, threadId, labelIds, internalDate, sizeEstimate: raw.length, payload });
}

function describe(raw: Buffer, part: Part): object {
  const bytes = part.children.length > 0 ? Buffer.alloc(0) : contentOf(raw, part);
  const isFile = part.fileName !== undefined;
  // Gmail gives texts in UTF-8, and leaves the header as it is.
  const text = part.type.startsWith("text/") ? Buffer.from(decodeText(bytes, part.params.charset)) : bytes;
  return {
    partId: part.path,
    mimeType: part.type,
    filename: part.fileName ?? "",
    headers: part.fields,
    body: isFile
      ? { attachmentId: Buffer.from(part.path).toString("base64url"), size: bytes.length }
      : { size: text.length, ...(text.length > 0 && { data: base64(text) }) },
    ...(part.children.length > 0 && { parts: part.children.map((child) => describe(raw, child)) }),
  };
}

/** https://developers.google.com/workspace/gmail/api/reference/rest/v1/users.messages.attachments */
export function attachmentOf(whole: GoogleAnswer, attachmentId: string): GoogleAnswer {
  if (whole.status !== 200) return whole;
  const raw = rawOf(whole);
  const path = Buffer.from(attachmentId, "base64url").toString();
  const find = (part: Part): Part | undefined =>
    part.path === path ? part : part.children.map(find).find((one) => one !== undefined);
  const found = find(readStructure(raw).root);
  if (!found) return apiError(400, "invalidArgument", "Invalid attachment token");
  const bytes = contentOf(raw, found);
  return jsonAnswer(200, { size: bytes.length, data: base64(bytes) });
}
