// Signed links to remote pictures. Only the server can create them, so that only pictures of mails are fetched. A link holds an
// opaque id of its reader, to limit each, and its expiry.
import { createHmac } from "node:crypto";
import { equalInConstantTime } from "./constant-time.ts";

/** Below `/api`. */
export const imageLinkPath = "/mail/image";
/** `reader` is opaque, `expires` in seconds since 1970. */
export type ImageProxy = { path: string; key: string; reader: string; expires: number };
type ImageLink = { url: string; reader: string; expires: number; signature: string };

const signatureOf = ({ url, reader, expires }: Omit<ImageLink, "signature">, key: string) =>
  createHmac("sha256", Buffer.from(key, "base64")).update(`${expires} ${reader} ${url}`).digest("base64url");

export const signedLink = (url: string, { path, key, reader, expires }: ImageProxy) =>
  `${path}?${new URLSearchParams({
    u: url,
    r: reader,
    e: String(expires),
    s: signatureOf({ url, reader, expires }, key),
  })}`;

/** Undefined if a part is missing or malformed. */
export function readLink({
  u: url,
  r: reader,
  e: expires,
  s: signature,
}: Record<string, unknown>): ImageLink | undefined {
  const isComplete = typeof url === "string" && typeof reader === "string" && typeof signature === "string";
  if (!isComplete || typeof expires !== "string" || !/^\d{1,12}$/.test(expires)) return undefined;
  return { url, reader, expires: Number(expires), signature };
}

export const isSignedLink = (link: ImageLink, key: string): boolean =>
  equalInConstantTime(link.signature, signatureOf(link, key));

const periodSeconds = 12 * 3600;
/** Links of one period are equal, so that browsers can cache the pictures. */
export const linkPeriod = (now: Date) => Math.floor(now.getTime() / 1000 / periodSeconds);
/** 12 to 24 hours from now. Reading the mail again gives new links. */
export const linkExpiry = (now: Date) => (linkPeriod(now) + 2) * periodSeconds;
