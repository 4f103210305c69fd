/** An OpenID provider that a test makes lie: its ID tokens have the claims and the key that the test says. */

import { generateKeyPairSync, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type HostileProvider = Awaited<ReturnType<typeof startHostileProvider>>;

export async function startHostileProvider() {
  const [own, other] = [newKey(), newKey()];
  const state = { claims: {} as Record<string, unknown>, discovery: {} as Record<string, unknown>, isForged: false };
  const seen: { path: string; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    seen.push({ path: request.url ?? "", body });
    const answer = answerTo(request.url ?? "");
    response.writeHead(answer ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;

  function answerTo(path: string) {
    if (path === "/.well-known/openid-configuration")
      return {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        id_token_signing_alg_values_supported: ["RS256"],
        ...state.discovery,
      };
    if (path === "/keys")
      return { keys: [{ ...own.publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }] };
    if (path === "/token")
      return { access_token: "an access token", token_type: "bearer", expires_in: 60, id_token: idToken() };
    return undefined;
  }

  function idToken() {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: "intellibox", iat: now, exp: now + 300, ...state.claims };
    const parts = [{ alg: "RS256", kid: "1" }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString("base64url"),
    );
    const signed = parts.join(".");
    const key = (state.isForged ? other : own).privateKey;
    return `${signed}.${sign("sha256", Buffer.from(signed), key).toString("base64url")}`;
  }

  return {
    issuer,
    state,
    seen,
    stop: () => new Promise<void>((done) => server.close(() => done()).closeAllConnections()),
  };
}

const newKey = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
