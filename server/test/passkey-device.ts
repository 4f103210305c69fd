// An authenticator of WebAuthn in software, as a phone or a security key: it makes passkeys and signs challenges with them.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

type Options = Record<string, unknown>;
type Held = { id: Buffer; key: KeyObject; userHandle: string; counter: number };

type DeviceOptions = {
  origin: string;
  /** Whether the device checks the person, by a PIN or a finger. */
  verifies?: boolean;
  /** Whether the device counts its signatures; synced passkeys do not. */
  counts?: boolean;
};

export function passkeyDevice({ origin, verifies = true, counts = true }: DeviceOptions) {
  const held: Held[] = [];
  const rpHash = sha256(Buffer.from(new URL(origin).hostname));
  const flags = (hasKey: boolean) => Buffer.from([1 | (verifies ? 4 : 0) | (hasKey ? 0x40 : 0)]);

  return {
    held,
    /** Answers the options of a registration. */
    create(options: Options) {
      const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const one: Held = {
        id: randomBytes(16),
        key: privateKey,
        userHandle: (options.user as { id: string }).id,
        counter: 0,
      };
      held.push(one);
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const coseKey = cborMap([
        [cborInt(1), cborInt(2)],
        [cborInt(3), cborInt(-7)],
        [cborInt(-1), cborInt(1)],
        [cborInt(-2), cborBytes(Buffer.from(x, "base64url"))],
        [cborInt(-3), cborBytes(Buffer.from(y, "base64url"))],
      ]);
      const length = Buffer.from([one.id.length >> 8, one.id.length & 255]);
      const authData = Buffer.concat([
        rpHash,
        flags(true),
        count(one.counter),
        Buffer.alloc(16),
        length,
        one.id,
        coseKey,
      ]);
      const attestationObject = cborMap([
        [cborText("fmt"), cborText("none")],
        [cborText("attStmt"), cborMap([])],
        [cborText("authData"), cborBytes(authData)],
      ]);
      const clientDataJSON = clientData("webauthn.create", options, origin);
      return answer(one.id, { clientDataJSON: base64(clientDataJSON), attestationObject: base64(attestationObject) });
    },
    /** Answers the options of a sign-in with the first passkey that fits. `from` is the origin that the browser reports. */
    get(options: Options, { from = origin } = {}) {
      const allowed = (options.allowCredentials as { id: string }[] | undefined)?.map(({ id }) => id);
      const one = held.find(({ id }) => !allowed || allowed.includes(base64(id)));
      if (!one) throw new Error("The device has no passkey that is allowed");
      if (counts) one.counter++;
      const clientDataJSON = clientData("webauthn.get", options, from);
      const authenticatorData = Buffer.concat([rpHash, flags(false), count(one.counter)]);
      const signature = sign("sha256", Buffer.concat([authenticatorData, sha256(clientDataJSON)]), one.key);
      return answer(one.id, {
        clientDataJSON: base64(clientDataJSON),
        authenticatorData: base64(authenticatorData),
        signature: base64(signature),
        userHandle: one.userHandle,
      });
    },
  };
}

const answer = <Response>(id: Buffer, response: Response) => ({
  id: base64(id),
  rawId: base64(id),
  type: "public-key" as const,
  response,
  clientExtensionResults: {},
});

const clientData = (type: string, { challenge }: Options, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

const base64 = (bytes: Buffer) => bytes.toString("base64url");
const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest();
const count = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

// As much of CBOR (RFC 8949) as a registration needs.
const head = (kind: number, value: number) => {
  if (value < 24) return Buffer.from([(kind << 5) | value]);
  return value < 256
    ? Buffer.from([(kind << 5) | 24, value])
    : Buffer.from([(kind << 5) | 25, value >> 8, value & 255]);
};
const cborInt = (value: number) => (value >= 0 ? head(0, value) : head(1, -1 - value));
const cborBytes = (bytes: Buffer) => Buffer.concat([head(2, bytes.length), bytes]);
const cborText = (text: string) => Buffer.concat([head(3, Buffer.byteLength(text)), Buffer.from(text)]);
const cborMap = (pairs: [Buffer, Buffer][]) => Buffer.concat([head(5, pairs.length), ...pairs.flat()]);
