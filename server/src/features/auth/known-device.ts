// A browser that somebody has signed in with before. Its failures are counted apart from those of strangers, so that strangers
// cannot keep the person out (OWASP, "Device Cookies"). It opens nothing: the password is still asked for.
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { publicUrlOf } from "#lib/public-url.ts";
import { newToken } from "#lib/tokens.ts";
import type { Visitor } from "#scope.ts";

const keptSeconds = 180 * 24 * 3600;

/** Several people may use one browser. */
const cookieName = (email: string) => `device_${createHash("sha256").update(email).digest("hex").slice(0, 16)}`;

/** A name for this browser that only we can have given, for this address; undefined where there is none. */
export function knownDevice({ sealer, cookie }: Pick<Visitor, "sealer" | "cookie">, email: string): string | undefined {
  const [nonce = "", signature = ""] = (cookie(cookieName(email)) ?? "").split(".");
  const isOurs = sealer.keysFor("known device").some((key) => isSame(sign(key, email, nonce), signature));
  return isOurs ? nonce : undefined;
}

/** A `set-cookie` by which the browser is known from now on. */
export function rememberDevice({ sealer, config }: Pick<Visitor, "sealer" | "config">, email: string): string {
  const nonce = newToken();
  const value = `${nonce}.${sign(sealer.keysFor("known device")[0], email, nonce)}`;
  const secure = publicUrlOf(config).startsWith("https:") ? "; Secure" : "";
  return `${cookieName(email)}=${value}; Path=/api/auth; Max-Age=${keptSeconds}; HttpOnly; SameSite=Strict${secure}`;
}

const sign = (key: Buffer, email: string, nonce: string) =>
  createHmac("sha256", key).update(`${nonce}|${email}`).digest("base64url");

function isSame(one: string, other: string) {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
