// What a mail is told apart by. It costs more the longer it is: called in a thread where it is long, see send-mail.ts.
import { createHash } from "node:crypto";
import type { SendRequest } from "./request.ts";

/** A request whose files are known by their hashes. Their bytes are not needed, and would be copied to the thread. */
export type HashedRequest = Omit<SendRequest, "files"> & { files: Omit<SendRequest["files"][number], "bytes">[] };

/** Equal exactly where the same mail was asked for. */
export function hashRequest({ files, key: _, html, body, ...rest }: HashedRequest): string {
  // The long texts as they are: written as JSON they would be gone through once more.
  const named = files.map(({ name, mimeType, sha256 }) => [name, mimeType, sha256]);
  const hash = createHash("sha256").update(JSON.stringify([rest, named, html.length, body.length]));
  return hash.update(html).update(body).digest("base64url");
}
