// The signed `clientState` of a Graph subscription, which comes back with every notification. It names the mailbox and its owner,
// so that a notification is handled in the owner's fence.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Sealer } from "#lib/seal.ts";
import type { MailboxKey } from "../mailbox-key.ts";

const idBytes = 16;
const bodyBytes = 3 * idBytes;
const macBytes = 32;

/** 107 characters; Microsoft allows 128. */
export function signClientState(sealer: Sealer, { tenantId, userId, id }: MailboxKey): string {
  const body = Buffer.from([tenantId, userId, id].join("").replaceAll("-", ""), "hex");
  return Buffer.concat([body, macOf(sealer.keysFor("mail push")[0], body)]).toString("base64url");
}

/** Undefined for anything that we did not sign; compared in constant time. */
export function readClientState(sealer: Sealer, given: string): MailboxKey | undefined {
  const bytes = Buffer.from(given, "base64url");
  if (bytes.length !== bodyBytes + macBytes) return undefined;
  const [body, mac] = [bytes.subarray(0, bodyBytes), bytes.subarray(bodyBytes)];
  // A subscription outlives a rotation of the master key.
  if (!sealer.keysFor("mail push").some((key) => timingSafeEqual(macOf(key, body), mac))) return undefined;
  const at = (index: number) => uuidText(body.subarray(index * idBytes, (index + 1) * idBytes));
  return { tenantId: at(0), userId: at(1), id: at(2) };
}

const macOf = (key: Buffer, body: Buffer) => createHmac("sha256", key).update(body).digest();
const uuidText = (bytes: Buffer) =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
