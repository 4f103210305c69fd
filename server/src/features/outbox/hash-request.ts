// What a mail is told apart by. It costs more the longer it is: called in a thread where it is long, see send-mail.ts.
import { createHash } from "node:crypto";
import type { SendRequest } from "./request.ts";

/** Equal exactly where the same mail was asked for. */
export function hashRequest({ files, key: _, html, body, ...rest }: SendRequest): string {
  // The long texts as they are: written as JSON they would be gone through once more.
  const hash = createHash("sha256").update(JSON.stringify([rest, html.length, body.length]));
  hash.update(html).update(body);
  for (const { name, mimeType, bytes } of files)
    hash.update(JSON.stringify([name, mimeType, bytes.length])).update(bytes);
  return hash.digest("base64url");
}
