// Tokens of tracked mail: which mail, and which of its links, signed. They say nothing to whoever reads them, and cannot be made up.
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Sealer } from "#lib/seal.ts";

/** `link` is its position in the mail; absent for the open pixel. */
export type TrackedThing = { tenantId: string; logId: string; link?: number };

const version = 1;
const pixelMark = 0xffff;
const bodyBytes = 1 + 16 + 16 + 2;
const macBytes = 16;

/** Signs tokens with one key for all of a mail's: deriving it is dearer than using it. */
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
  // Mail outlives a rotation of the master key: tokens of the one before still count.
  if (!sealer.keysFor("tracking").some((key) => timingSafeEqual(macOf(key, body), given))) return undefined;
  const link = body.readUInt16BE(33);
  const thing = { tenantId: uuidText(body.subarray(1, 17)), logId: uuidText(body.subarray(17, 33)) };
  return link === pixelMark ? thing : { ...thing, link };
}

/** Where a request came from, as a hash that says nothing by itself. */
export const deviceOf = (sealer: Sealer, { address, userAgent }: { address: string; userAgent: string }) =>
  createHmac("sha256", sealer.keysFor("tracking devices")[0]).update(`${address}\n${userAgent}`).digest("base64url");

const macOf = (key: Buffer, body: Buffer) => createHmac("sha256", key).update(body).digest().subarray(0, macBytes);
const uuidBytes = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");
const uuidText = (bytes: Buffer) =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
