// The master keys in an archive, encrypted with a passphrase: scrypt, then AES-256-GCM.
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { z } from "zod";
import { BadArchive } from "./manifest.ts";

/** 128 MB and about half a second for each guess of the passphrase. */
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 ** 2 };
export const minPassphrase = 12;

const base64 = z.base64().max(10_000);
const sealedKeySchema = z.strictObject({
  kdf: z.literal("scrypt-131072-8-1"),
  cipher: z.literal("aes-256-gcm"),
  salt: base64,
  nonce: base64.length(16),
  tag: base64.length(24),
  box: base64,
});

const derive = (passphrase: string, salt: Buffer) =>
  new Promise<Buffer>((resolve, reject) =>
    scrypt(passphrase.normalize("NFC"), salt, 32, cost, (error, key) => (error ? reject(error) : resolve(key))),
  );

export async function sealKeys(keys: Buffer[], passphrase: string): Promise<Buffer> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv("aes-256-gcm", await derive(passphrase, salt), nonce);
  const box = Buffer.concat([cipher.update(Buffer.concat(keys)), cipher.final()]);
  const sealed: z.infer<typeof sealedKeySchema> = {
    ...{ kdf: "scrypt-131072-8-1", cipher: "aes-256-gcm" },
    salt: salt.toString("base64"),
    nonce: nonce.toString("base64"),
    tag: cipher.getAuthTag().toString("base64"),
    box: box.toString("base64"),
  };
  return Buffer.from(JSON.stringify(sealed));
}

function parseSealed(bytes: Buffer): z.infer<typeof sealedKeySchema> {
  try {
    return sealedKeySchema.parse(JSON.parse(bytes.toString()));
  } catch (cause) {
    throw new BadArchive("The master key in the archive is not in a form that a backup makes.", { cause });
  }
}

/** Returns undefined if the passphrase is wrong. */
export async function openKeys(bytes: Buffer, passphrase: string): Promise<Buffer[] | undefined> {
  const sealed = parseSealed(bytes);
  const part = (name: "salt" | "nonce" | "tag" | "box") => Buffer.from(sealed[name], "base64");
  const decipher = createDecipheriv("aes-256-gcm", await derive(passphrase, part("salt")), part("nonce"), {
    authTagLength: 16,
  }).setAuthTag(part("tag"));
  let opened: Buffer;
  try {
    opened = Buffer.concat([decipher.update(part("box")), decipher.final()]);
  } catch {
    return undefined;
  }
  return Array.from({ length: opened.length / 32 }, (_, at) => opened.subarray(at * 32, at * 32 + 32));
}
