/**
 * Many reads in one call (developers.google.com/workspace/gmail/api/guides/batch): a multipart of whole requests, answered by a
 * multipart of whole answers. Where that is not to be had, each is read by itself.
 */
import { randomUUID } from "node:crypto";
import { type CloudAnswer, CloudError, cloudFetch, parseJson, refusalOf } from "#outside/cloud-fetch.ts";
import type { CloudAccount } from "./cloud-account.ts";
import { MailboxError } from "./mailbox.ts";

/** Google advises against more. */
const mostAtOnce = 50;
const unitsOfGet = 5;

/** Those that are still there, by id. */
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

/** Undefined where there are no batches to be had. What is not there any more is undefined in its place. */
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

/** A part that was refused for its number is asked for again by itself, which waits as long as it has to. */
async function settle(account: CloudAccount, path: string, part: CloudAnswer | undefined, maxBytes: number) {
  if (part?.status === 200) return part;
  if (part?.status === 404) return undefined;
  if (part && refusalOf(part, 1).fault !== "throttled") throw refusalOf(part, 1);
  return fetchOne(account, path, maxBytes);
}

/** By our own number, which comes back in the part's Content-ID. */
function readParts(answer: CloudAnswer): Map<number, CloudAnswer> {
  const boundary = /boundary="?([^";]+)/i.exec(answer.headers.get("content-type") ?? "")?.[1];
  if (!boundary) throw new CloudError("protocol", "The provider gave an invalid answer.");
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

/** The part's own header, then the status line and header of the answer within, then its body. */
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
