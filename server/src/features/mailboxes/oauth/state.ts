// The signed OAuth `state`, which names an attempt. It does not prove that the answer is for this browser: see attempts.ts.
import { createHmac } from "node:crypto";
import { z } from "zod";
import { equalInConstantTime } from "#lib/constant-time.ts";
import type { Sealer } from "#lib/seal.ts";

export type AttemptKey = { tenantId: string; userId: string; id: string };

const keyParts = z.tuple([z.uuid(), z.uuid(), z.uuid()]);
const macOf = (key: Buffer, body: string) => createHmac("sha256", key).update(body).digest();

export function signState(sealer: Sealer, { tenantId, userId, id }: AttemptKey): string {
  const body = [tenantId, userId, id].join(".");
  return `${body}.${macOf(sealer.keysFor("oauth state")[0], body).toString("base64url")}`;
}

/** Undefined for anything that we did not sign. */
export function readState(sealer: Sealer, state: string): AttemptKey | undefined {
  const at = state.lastIndexOf(".");
  const [body, given] = [state.slice(0, Math.max(at, 0)), Buffer.from(state.slice(at + 1), "base64url")];
  const isOurs = sealer.keysFor("oauth state").some((key) => equalInConstantTime(given, macOf(key, body)));
  const parsed = keyParts.safeParse(body.split("."));
  if (!isOurs || !parsed.success) return undefined;
  const [tenantId, userId, id] = parsed.data;
  return { tenantId, userId, id };
}
