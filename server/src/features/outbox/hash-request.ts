// Hashes a request, so that an idempotency key cannot be used for two mails. Runs in a worker thread if the mail is large: see send-mail.ts.
import { createHash } from "node:crypto";
import type { SendRequest } from "./request.ts";

/** A request whose files are known by their hashes. Their bytes are not needed, and would be copied to the thread. */
export type HashedRequest = Omit<SendRequest, "files"> & { files: Omit<SendRequest["files"][number], "bytes">[] };

/** Equal if and only if the same mail was requested. */
export function hashRequest({ files, key: _, calendarReply: _stamped, html, body, ...rest }: HashedRequest): string {
  // The calendar file has the time of its making; `invitation` says the same without it.
  // The long texts are hashed as they are: JSON would copy and escape them first.
  const named = files.map(({ name, mimeType, sha256 }) => [name, mimeType, sha256]);
  const hash = createHash("sha256").update(JSON.stringify([rest, named, html.length, body.length]));
  return hash.update(html).update(body).digest("base64url");
}
