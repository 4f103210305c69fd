// A browser that somebody has signed in with before. Its failures are counted apart from those of strangers, so that strangers
// cannot keep the person out (OWASP, "Device Cookies"). It opens nothing: the password is still asked for.
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { publicUrlOf } from "#lib/public-url.ts";
import { newToken } from "#lib/tokens.ts";
import type { Visitor } from "#scope.ts";

const keptSeconds = 180 * 24 * 3600;

/** Several people may use one browser, and one person may have accounts in several companies. */
const cookieName = (userId: string) => `device_${createHash("sha256").update(userId).digest("hex").slice(0, 16)}`;

/**
 * A name for this browser that only we can have given, for this account; undefined where there is none. For the account, not
 * the address: an administrator can make an account with anybody's address and sign in to that one.
 */
export function knownDevice(
  { sealer, cookie }: Pick<Visitor, "sealer" | "cookie">,
  userId: string,
): string | undefined {
  const [nonce = "", signature = ""] = (cookie(cookieName(userId)) ?? "").split(".");
  const isOurs = sealer.keysFor("known device").some((key) => isSame(sign(key, userId, nonce), signature));
  return isOurs ? nonce : undefined;
}

/** A `set-cookie` by which the browser is known from now on. */
export function rememberDevice({ sealer, config }: Pick<Visitor, "sealer" | "config">, userId: string): string {
  const nonce = newToken();
  const value = `${nonce}.${sign(sealer.keysFor("known device")[0], userId, nonce)}`;
  const secure = publicUrlOf(config).startsWith("https:") ? "; Secure" : "";
  return `${cookieName(userId)}=${value}; Path=/api/auth; Max-Age=${keptSeconds}; HttpOnly; SameSite=Strict${secure}`;
}

const sign = (key: Buffer, userId: string, nonce: string) =>
  createHmac("sha256", key).update(`${nonce}|${userId}`).digest("base64url");

function isSame(one: string, other: string) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
