// A mail as the Gmail API gives it. It costs more the longer it is: called in a thread where it is long, see gmail-api.ts.
import { z } from "zod";

export const labels = z.array(z.string()).default([]);
export const about = z.object({
  id: z.string(),
  labelIds: labels,
  internalDate: z.coerce.number(),
  sizeEstimate: z.number().default(0),
});
/** Base64url, which Google pads. */
const encoded = z.string().regex(/^[\w-]*={0,2}$/);
const whole = about.extend({ raw: encoded });

export function readWhole({ buffer, byteOffset, byteLength }: Uint8Array) {
  const text = Buffer.from(buffer, byteOffset, byteLength).toString();
  const { raw, ...rest } = whole.parse(JSON.parse(text));
  // A copy of its own: it leaves the thread without another one.
  return { ...rest, raw: Uint8Array.from(Buffer.from(raw, "base64url")) };
}
