// The mark in the header of mail that a rule sent. It names the rule, and nobody else can write it.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Sealer } from "#lib/seal.ts";

const purpose = "mail rules";
const macOf = (key: Buffer, ruleId: string) =>
  createHmac("sha256", key).update(ruleId).digest("base64url").slice(0, 22);

export function markOf(sealer: Sealer, ruleId: string): string {
  const [key] = sealer.keysFor(purpose);
  return `${ruleId}.${macOf(key, ruleId)}`;
}

/** The id of the rule of this installation that sent the mail; undefined if none did. */
export function ruleIn(sealer: Sealer, mark: string | undefined): string | undefined {
  const [, ruleId = "", mac = ""] = /^([0-9a-f-]{36})\.([\w-]{22})$/.exec(mark?.trim() ?? "") ?? [];
  if (!ruleId) return undefined;
  const isOurs = sealer
    .keysFor(purpose)
    .some((key) => timingSafeEqual(Buffer.from(macOf(key, ruleId)), Buffer.from(mac)));
  return isOurs ? ruleId : undefined;
}
