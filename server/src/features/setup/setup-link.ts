// The link to create the first owner of an empty installation. Signed instead of stored, so that every process of the installation
// accepts it. It stops working when there is an owner.
import { createHmac } from "node:crypto";
import { equalInConstantTime } from "#lib/constant-time.ts";
import type { Sealer } from "#lib/seal.ts";

export const setupHours = 24;

const macOf = (key: Buffer, body: string) => createHmac("sha256", key).update(body).digest();
const purpose = "first owner";

export function newSetupToken(sealer: Sealer, now: Date): string {
  const expires = String(now.getTime() + setupHours * 3_600_000);
  return `${expires}.${macOf(sealer.keysFor(purpose)[0], expires).toString("base64url")}`;
}

export function checkSetupToken(sealer: Sealer, token: string, now: Date): "good" | "expired" | "unknown" {
  const [expires = "", mac = ""] = token.split(".");
  const given = Buffer.from(mac, "base64url");
  const isSigned = sealer.keysFor(purpose).some((key) => equalInConstantTime(given, macOf(key, expires)));
  if (!isSigned) return "unknown";
  return now.getTime() < Number(expires) ? "good" : "expired";
}
