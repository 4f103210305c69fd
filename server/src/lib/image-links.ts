/** Signed links to pictures elsewhere: only we can make them, so only what was in a mail is ever fetched. */
import { createHmac, timingSafeEqual } from "node:crypto";

/** Below `/api`. */
export const imageLinkPath = "/mail/image";
export type ImageProxy = { path: string; key: string };

const signatureOf = (url: string, key: string) =>
  createHmac("sha256", Buffer.from(key, "base64")).update(url).digest("base64url");

export const signedLink = (url: string, { path, key }: ImageProxy) =>
  `${path}?${new URLSearchParams({ u: url, s: signatureOf(url, key) })}`;

export function isSignedLink(url: string, signature: string, key: string): boolean {
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(url, key))];
  return given.length === right.length && timingSafeEqual(given, right);
}
