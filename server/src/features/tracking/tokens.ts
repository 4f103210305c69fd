// Signed tokens of tracked mail, which name a mail and one of its links by random ids and a position.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Sealer } from "#lib/seal.ts";

/** `link` is its position in the mail; absent for the open pixel. */
export type TrackedThing = { tenantId: string; logId: string; link?: number };

const version = 1;
const pixelMark = 0xffff;
const bodyBytes = 1 + 16 + 16 + 2;
const macBytes = 16;

/** Derives the key once for all tokens of a mail: deriving costs more than signing. */
export function tokenSigner(sealer: Sealer) {
  const [key] = sealer.keysFor("tracking");
  return ({ tenantId, logId, link = pixelMark }: TrackedThing): string => {
    const body = Buffer.alloc(bodyBytes);
    body.writeUInt8(version, 0);
    uuidBytes(tenantId).copy(body, 1);
    uuidBytes(logId).copy(body, 17);
    body.writeUInt16BE(link, 33);
    return Buffer.concat([body, macOf(key, body)]).toString("base64url");
  };
}

/** Undefined for anything that we did not sign. */
export function readToken(sealer: Sealer, token: string): TrackedThing | undefined {
  if (!/^[\w-]{68}$/.test(token)) return undefined;
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== bodyBytes + macBytes || bytes[0] !== version) return undefined;
  const body = bytes.subarray(0, bodyBytes);
  const given = bytes.subarray(bodyBytes);
  // Mail outlives a rotation of the master key, so earlier keys are accepted too.
  if (!sealer.keysFor("tracking").some((key) => timingSafeEqual(macOf(key, body), given))) return undefined;
  const link = body.readUInt16BE(33);
  const thing = { tenantId: uuidText(body.subarray(1, 17)), logId: uuidText(body.subarray(17, 33)) };
  return link === pixelMark ? thing : { ...thing, link };
}

/** A keyed hash of the address and browser of a request, which cannot be reversed without the key. */
export const deviceOf = (sealer: Sealer, { address, userAgent }: { address: string; userAgent: string }) =>
  createHmac("sha256", sealer.keysFor("tracking devices")[0]).update(`${address}\n${userAgent}`).digest("base64url");

const macOf = (key: Buffer, body: Buffer) => createHmac("sha256", key).update(body).digest().subarray(0, macBytes);
const uuidBytes = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");
const uuidText = (bytes: Buffer) =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
