// Encrypts secrets for storage: AES-256-GCM with a data key for each secret, wrapped by the master key whose id is stored with it.
// Never returns or logs a master key. A sealed text opens only for the row and column that it was sealed for.
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

/** The row and field that store a secret. Authenticated as AAD, so that a ciphertext that was copied to another row does not open. */
export type Place = { tenantId: string; table: string; row: string; field: string };

/** The master keys. The first one seals. */
export type Keyring = () => Buffer[];

export type Sealer = {
  seal(secret: string, place: Place): string;
  open(sealed: string, place: Place): string;
  /** Rewraps the data key with the newest master key. The secret itself is not decrypted. */
  rewrap(sealed: string, place: Place): string;
  /** Whether the newest master key wraps it. */
  isCurrent(sealed: string): boolean;
  /** The prefix of all texts under the newest master key, to find the others in a table. */
  currentPrefix(): string;
  /** Signing keys for a purpose, one for each master key. The first one signs. */
  keysFor(purpose: string): [Buffer, ...Buffer[]];
};

export function createSealer(keyring: Keyring): Sealer {
  const newest = () => {
    const [key] = keyring();
    if (!key) throw new Error("There is no master key");
    return key;
  };
  const keyFor = (keyId: string) => {
    const key = keyring().find((candidate) => keyIdOf(candidate) === keyId);
    if (!key) throw new Error(`The master key ${keyId} is not known here`);
    return key;
  };
  const unwrap = (parts: Parts, place: Place) => decrypt(keyFor(parts.keyId), parts.wrapped, `key|${placeText(place)}`);
  const wrap = (dataKey: Buffer, place: Place) => {
    const key = newest();
    return `${version}.${keyIdOf(key)}.${encrypt(key, dataKey, `key|${placeText(place)}`)}`;
  };

  return {
    seal(secret, place) {
      const dataKey = randomBytes(32);
      return `${wrap(dataKey, place)}.${encrypt(dataKey, Buffer.from(secret), placeText(place))}`;
    },
    open(sealed, place) {
      const parts = split(sealed);
      return decrypt(unwrap(parts, place), parts.box, placeText(place)).toString();
    },
    rewrap(sealed, place) {
      const parts = split(sealed);
      return `${wrap(unwrap(parts, place), place)}.${parts.box}`;
    },
    isCurrent: (sealed) => split(sealed).keyId === keyIdOf(newest()),
    currentPrefix: () => `${version}.${keyIdOf(newest())}.`,
    keysFor(purpose) {
      const derive = (key: Buffer) => Buffer.from(hkdfSync("sha256", key, "", `intellibox ${purpose}`, 32));
      return [derive(newest()), ...keyring().slice(1).map(derive)];
    },
  };
}

export const keyIdOf = (key: Buffer) =>
  createHash("sha256").update("intellibox key id").update(key).digest("hex").slice(0, 12);

const version = "v1";
type Parts = { keyId: string; wrapped: string; box: string };

const placeText = ({ tenantId, table, row, field }: Place) => [tenantId, table, row, field].join("|");

function split(sealed: string): Parts {
  const [found, keyId, wrapped, box, ...rest] = sealed.split(".");
  if (found !== version || !keyId || !wrapped || !box || rest.length > 0) throw new Error("Not a sealed secret");
  return { keyId, wrapped, box };
}

function encrypt(key: Buffer, plain: Buffer, aad: string) {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(aad));
  const box = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), box]).toString("base64url");
}

function decrypt(key: Buffer, text: string, aad: string) {
  const bytes = Buffer.from(text, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12)).setAAD(Buffer.from(aad));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
}
