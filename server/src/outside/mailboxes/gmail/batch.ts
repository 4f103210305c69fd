/**
 * Many reads in one call (developers.google.com/workspace/gmail/api/guides/batch): a multipart of HTTP requests, answered by a
 * multipart of HTTP responses. If the provider has no batch endpoint, each message is read by a call of its own.
 */
import { randomUUID } from "node:crypto";
import { t } from "@intellibox/contract/text/t";
import { type CloudAnswer, CloudError, cloudFetch, parseJson, refusalOf } from "#outside/cloud-fetch.ts";
import type { CloudAccount } from "../cloud-account.ts";
import { MailboxError } from "../mailbox.ts";

/** Google advises against larger batches, which are throttled. */
const mostAtOnce = 50;
const unitsOfGet = 5;

/** The messages that still exist, by id. */
export async function fetchEach(
  account: CloudAccount,
  ids: string[],
  pathOf: (id: string) => string,
  { maxBytes }: { maxBytes: number },
): Promise<Map<string, CloudAnswer>> {
  const found = new Map<string, CloudAnswer>();
  for (let at = 0; at < ids.length; at += mostAtOnce) {
    const some = ids.slice(at, at + mostAtOnce);
    const answers = some.length > 1 ? await tryBatch(account, some.map(pathOf), maxBytes) : undefined;
    const all = answers ?? (await Promise.all(some.map((id) => fetchOne(account, pathOf(id), maxBytes))));
    for (const [index, id] of some.entries()) {
      const answer = all[index];
      if (answer) found.set(id, answer);
    }
  }
  return found;
}

async function fetchOne(account: CloudAccount, path: string, maxBytes: number): Promise<CloudAnswer | undefined> {
  try {
    return await cloudFetch(account, { path, units: unitsOfGet, maxBytes });
  } catch (error) {
    if (error instanceof MailboxError && error.fault === "gone") return undefined;
    throw error;
  }
}

/** Undefined if the provider has no batch endpoint. A message that no longer exists is undefined in the list. */
async function tryBatch(account: CloudAccount, paths: string[], maxBytes: number) {
  const boundary = `batch_${randomUUID()}`;
  const parts = paths.map(
    (path, at) =>
      `--${boundary}\r\ncontent-type: application/http\r\ncontent-id: <${at}>\r\n\r\nGET ${path} HTTP/1.1\r\n\r\n`,
  );
  try {
    const answer = await cloudFetch(account, {
      method: "POST",
      path: "/batch/gmail/v1",
      headers: { "content-type": `multipart/mixed; boundary=${boundary}` },
      body: `${parts.join("")}--${boundary}--\r\n`,
      units: unitsOfGet * paths.length,
      maxBytes,
      isRepeatable: true,
    });
    const inner = readParts(answer);
    return Promise.all(paths.map((path, at) => settle(account, path, inner.get(at), maxBytes)));
  } catch (error) {
    if (error instanceof CloudError && (error.status === 404 || error.status === 405)) return undefined;
    throw error;
  }
}

/** A throttled part is requested again by a call of its own, which waits as the provider asks. */
async function settle(account: CloudAccount, path: string, part: CloudAnswer | undefined, maxBytes: number) {
  if (part?.status === 200) return part;
  if (part?.status === 404) return undefined;
  if (part && refusalOf(part, 1).fault !== "throttled") throw refusalOf(part, 1);
  return fetchOne(account, path, maxBytes);
}

/** Parts by our own number, which the provider returns in the Content-ID. */
function readParts(answer: CloudAnswer): Map<number, CloudAnswer> {
  const boundary = /boundary="?([^";]+)/i.exec(answer.headers.get("content-type") ?? "")?.[1];
  if (!boundary) throw new CloudError("protocol", t("The provider gave an invalid answer."));
  const parts = new Map<number, CloudAnswer>();
  const marker = Buffer.from(`--${boundary}`);
  for (let start = answer.bytes.indexOf(marker); start >= 0; ) {
    const end = answer.bytes.indexOf(marker, start + marker.length);
    if (end < 0) break;
    const part = readPart(answer.bytes.subarray(start + marker.length, end));
    if (part) parts.set(part.number, part.answer);
    start = end;
  }
  return parts;
}

/** A part holds its MIME header, then the HTTP status line and headers, then the body. */
function readPart(part: Buffer): { number: number; answer: CloudAnswer } | undefined {
  const [outer, inner] = splitHead(part);
  const [head, bytes] = splitHead(inner);
  const number = /^content-id:\s*<?response-<?(\d+)/im.exec(outer)?.[1];
  const status = /^HTTP\/[\d.]+ (\d{3})/.exec(head)?.[1];
  if (!number || !status) return undefined;
  const headers = new Headers();
  for (const [, name = "", value = ""] of head.matchAll(/^([\w-]+):[ \t]*(.*?)\r?$/gm)) headers.append(name, value);
  const answer = { status: Number(status), headers, bytes, json: parseJson(bytes) };
  return { number: Number(number), answer };
}

function splitHead(bytes: Buffer): [string, Buffer] {
  const trimmed = bytes.subarray(bytes.findIndex((byte) => byte !== 13 && byte !== 10));
  const crlf = trimmed.indexOf("\r\n\r\n");
  const lf = trimmed.indexOf("\n\n");
  const isLf = lf >= 0 && (crlf < 0 || lf < crlf);
  const at = isLf ? lf : crlf;
  if (at < 0) return [trimmed.toString("latin1"), Buffer.alloc(0)];
  return [trimmed.subarray(0, at).toString("latin1"), trimmed.subarray(at + (isLf ? 2 : 4))];
}
