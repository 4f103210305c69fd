// Parses a message as the Gmail API returns it. gmail-api.ts calls this in a worker thread if the message is large.
import { z } from "zod";

export const labels = z.array(z.string()).default([]);
/** Ids are joined by spaces in the cursor. */
export const messageId = z.string().regex(/^[\w-]{1,200}$/);
export const about = z.object({
  id: messageId,
  labelIds: labels,
  internalDate: z.coerce.number(),
  sizeEstimate: z.number().default(0),
});
/** Base64url, which Google pads. */
export const encoded = z.string().regex(/^[\w-]*={0,2}$/);
const whole = about.extend({ raw: encoded });

export function readWhole({ buffer, byteOffset, byteLength }: Uint8Array) {
  const text = Buffer.from(buffer, byteOffset, byteLength).toString();
  const { raw, ...rest } = whole.parse(JSON.parse(text));
  // A buffer of its own can be transferred out of the thread without a copy.
  return { ...rest, raw: Uint8Array.from(Buffer.from(raw, "base64url")) };
}
