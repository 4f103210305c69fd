/** Fetches the raw source of messages. */
import { z } from "zod";
import { CloudError } from "#outside/cloud-fetch.ts";
import type { CloudAccount } from "./cloud-account.ts";
import { type ArrivedMail, maxMessageBytes } from "./mailbox.ts";
import { graphCall, messagePath } from "./outlook-calls.ts";
import { digestOf, type OutlookCursor, remoteIdOf, type Wanted } from "./outlook-cursor.ts";

/** Small, so that the first messages can be read while the rest is fetched. */
const batchMessages = 20;
const batchBytes = 16 << 20;
const maxConcurrent = 3;

/** The next wanted messages, newest first. The cursor is updated as if they were stored. */
export async function fetchWanted(account: CloudAccount, cursor: OutlookCursor): Promise<ArrivedMail[]> {
  cursor.wanted.sort((a, b) => b.at - a.at);
  const arrived: ArrivedMail[] = [];
  let taken = 0;
  let bytes = 0;
  while (taken < Math.min(batchMessages, cursor.wanted.length) && bytes < batchBytes) {
    const some = cursor.wanted.slice(taken, Math.min(taken + maxConcurrent, batchMessages));
    const mails = await Promise.all(some.map((one) => fetchOne(account, one)));
    taken += some.length;
    for (const mail of mails) {
      if (!mail) continue;
      arrived.push(mail);
      bytes += mail.raw.length;
    }
  }
  for (const { folder, id } of cursor.wanted.splice(0, taken)) cursor.folders[folder].known.add(digestOf(id));
  return arrived;
}

/** Undefined if the message was deleted or moved since it was listed; the folder's delta reports that too. */
async function fetchOne(account: CloudAccount, { folder, id, at, unread }: Wanted): Promise<ArrivedMail | undefined> {
  const mail = {
    remoteId: remoteIdOf(folder, id),
    folders: [folder],
    unread,
    starred: false,
    receivedAt: new Date(at),
  };
  try {
    const path = `${messagePath(id)}/$value`;
    const { bytes } = await graphCall(account, { path, maxBytes: maxMessageBytes, timeoutMs: 180_000 });
    return { ...mail, raw: bytes, isPartial: false };
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    if (error.fault === "gone") return undefined;
    if (error.fault !== "too_large") throw error;
    return { ...mail, raw: await headerOf(account, id), isPartial: true };
  }
}

const headers = z.object({
  internetMessageHeaders: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
});

/** For a message that is too large, only the header is fetched. */
async function headerOf(account: CloudAccount, id: string): Promise<Buffer> {
  const query = { $select: "internetMessageHeaders" };
  const found = (await graphCall(account, { path: messagePath(id), query })).json(headers);
  const lines = found.internetMessageHeaders
    // The content type describes a body that is not fetched, so it is left out.
    .filter(({ name }) => !/^content-/i.test(name))
    .map(({ name, value }) => `${name}: ${value.replaceAll(/\s*[\r\n]+\s*/g, " ")}`);
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n`);
}
