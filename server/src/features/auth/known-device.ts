// Recognizes a browser that has signed in to an account before, by a signed cookie. Its failures are counted separately, so that
// strangers cannot lock the owner out (OWASP, "Device Cookies"). The cookie grants nothing: the password is still required.
import { createHash, createHmac } from "node:crypto";
import { equalInConstantTime } from "#lib/constant-time.ts";
import { publicUrlOf } from "#lib/public-url.ts";
import { newToken } from "#lib/tokens.ts";
import type { Visitor } from "#scope.ts";

const maxAgeSeconds = 180 * 24 * 3600;

/** One cookie for each account: several people may share a browser, and a person may have accounts in several companies. */
const cookieName = (userId: string) => `device_${createHash("sha256").update(userId).digest("hex").slice(0, 16)}`;

/**
 * Returns the id that an earlier sign-in to this account gave the browser, or undefined. It is bound to the account, not to the
 * email address: an administrator can create an account with any address and sign in to it.
 */
export function knownDevice(
  { sealer, cookie }: Pick<Visitor, "sealer" | "cookie">,
  userId: string,
): string | undefined {
  const [nonce = "", signature = ""] = (cookie(cookieName(userId)) ?? "").split(".");
  const isOurs = sealer.keysFor("known device").some((key) => equalInConstantTime(signature, sign(key, userId, nonce)));
  return isOurs ? nonce : undefined;
}

/** Returns a `set-cookie` header by which the browser is recognized from now on. */
export function rememberDevice({ sealer, config }: Pick<Visitor, "sealer" | "config">, userId: string): string {
  const nonce = newToken();
  const value = `${nonce}.${sign(sealer.keysFor("known device")[0], userId, nonce)}`;
  const secure = publicUrlOf(config).startsWith("https:") ? "; Secure" : "";
  return `${cookieName(userId)}=${value}; Path=/api/auth; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}

const sign = (key: Buffer, userId: string, nonce: string) =>
  createHmac("sha256", key).update(`${nonce}|${userId}`).digest("base64url");
