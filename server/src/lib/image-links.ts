/**
 * Signed links to pictures elsewhere: only we can make them, so only what was in a mail is ever fetched. A link names its reader
 * (not by name), so that limits can be kept for each, and the moment after which it is of no use.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

/** Below `/api`. */
export const imageLinkPath = "/mail/image";
/** `reader` is opaque, `expires` in seconds since 1970. */
export type ImageProxy = { path: string; key: string; reader: string; expires: number };
export type ImageLink = { url: string; reader: string; expires: number; signature: string };

const signatureOf = ({ url, reader, expires }: Omit<ImageLink, "signature">, key: string) =>
  createHmac("sha256", Buffer.from(key, "base64")).update(`${expires} ${reader} ${url}`).digest("base64url");

export const signedLink = (url: string, { path, key, reader, expires }: ImageProxy) =>
  `${path}?${new URLSearchParams({
    u: url,
    r: reader,
    e: String(expires),
    s: signatureOf({ url, reader, expires }, key),
  })}`;

/** What a link's query says, as far as it says all of it. */
export function readLink({
  u: url,
  r: reader,
  e: expires,
  s: signature,
}: Record<string, unknown>): ImageLink | undefined {
  const isWhole = typeof url === "string" && typeof reader === "string" && typeof signature === "string";
  if (!isWhole || typeof expires !== "string" || !/^\d{1,12}$/.test(expires)) return undefined;
  return { url, reader, expires: Number(expires), signature };
}

export function isSignedLink(link: ImageLink, key: string): boolean {
  const [given, right] = [Buffer.from(link.signature), Buffer.from(signatureOf(link, key))];
  return given.length === right.length && timingSafeEqual(given, right);
}

const periodSeconds = 12 * 3600;
/** Links made within one period are the same, so that browsers can keep the pictures. */
export const linkPeriod = (now: Date) => Math.floor(now.getTime() / 1000 / periodSeconds);
/** Half a day to a day from now. Reading the mail again gives new links. */
export const linkExpiry = (now: Date) => (linkPeriod(now) + 2) * periodSeconds;
