// The link by which the first owner of an empty installation is made. Signed instead of stored: it works at every process of the
// installation, and is used up when there is an owner.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Sealer } from "#lib/seal.ts";

export const setupHours = 24;

const macOf = (key: Buffer, body: string) => createHmac("sha256", key).update(body).digest();
const purpose = "first owner";

export function newSetupToken(sealer: Sealer, now: Date): string {
  const expires = String(now.getTime() + setupHours * 3_600_000);
  return `${expires}.${macOf(sealer.keysFor(purpose)[0], expires).toString("base64url")}`;
}

export function judgeSetupToken(sealer: Sealer, token: string, now: Date): "good" | "expired" | "unknown" {
  const [expires = "", mac = ""] = token.split(".");
  const given = Buffer.from(mac, "base64url");
  const isOurs = sealer.keysFor(purpose).some((key) => {
    const right = macOf(key, expires);
    return given.length === right.length && timingSafeEqual(given, right);
  });
  if (!isOurs) return "unknown";
  return now.getTime() < Number(expires) ? "good" : "expired";
}
