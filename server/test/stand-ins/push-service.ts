// A push service as browsers have one: it takes notifications and decrypts them with the keys of the subscription (RFC 8291, 8188).
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type PushedMessage = {
  path: string;
  headers: IncomingMessage["headers"];
  payload: Record<string, unknown>;
};

/** Close it after the tests. */
export async function startPushService() {
  const subscriptions = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>();
  const taken: PushedMessage[] = [];
  const service = {
    /** Decides the answer; 201 by default. */
    answer: undefined as ((request: IncomingMessage, response: ServerResponse) => void) | undefined,
    calls: 0,
  };
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    service.calls++;
    if (service.answer) return service.answer(request, response);
    const keys = subscriptions.get(request.url ?? "");
    if (!keys) return response.writeHead(410).end();
    const payload = JSON.parse(decrypt(Buffer.concat(pieces), keys));
    taken.push({ path: request.url ?? "", headers: request.headers, payload });
    return response.writeHead(201).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    base,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
    taken,
    service,
    /** A new subscription of a browser. */
    subscribe() {
      const ecdh = createECDH("prime256v1");
      ecdh.generateKeys();
      const auth = randomBytes(16);
      const path = `/send/${randomBytes(12).toString("hex")}`;
      subscriptions.set(path, { ecdh, auth });
      const keys = { p256dh: ecdh.getPublicKey("base64url"), auth: auth.toString("base64url") };
      return { endpoint: base + path, path, ...keys };
    },
    /** The person took the permission back. */
    end: (path: string) => subscriptions.delete(path),
    payloadsOf: (path: string) => taken.filter((one) => one.path === path).map(({ payload }) => payload),
  };
}

function decrypt(body: Buffer, { ecdh, auth }: { ecdh: ReturnType<typeof createECDH>; auth: Buffer }): string {
  const [salt, idLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const [senderKey, box] = [body.subarray(21, 21 + idLength), body.subarray(21 + idLength)];
  const secret = ecdh.computeSecret(senderKey);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), senderKey]);
  const material = Buffer.from(hkdfSync("sha256", secret, auth, info, 32));
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync("sha256", material, salt, `Content-Encoding: ${label}\0`, length));
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  decipher.setAuthTag(box.subarray(-16));
  const plain = Buffer.concat([decipher.update(box.subarray(0, -16)), decipher.final()]);
  // The last record ends with a delimiter of 2 and zeros.
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}

/** The claims of a VAPID header (RFC 8292), after its signature was checked with the key that it names. */
export function vapidClaims(authorization = ""): { publicKey: string; claims: Record<string, unknown> } {
  const [, token = "", publicKey = ""] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const key = createPublicKey({ key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" }, format: "jwk" });
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) throw new Error("The signature does not fit");
  return { publicKey, claims: JSON.parse(Buffer.from(claims, "base64url").toString()) };
}
