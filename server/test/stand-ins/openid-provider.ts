/// <reference path="../oidc-provider.d.ts" />
/** A real OpenID provider (the package `oidc-provider`) on a loopback port. People sign in there by choosing an account. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export type Account = { email?: string; email_verified?: boolean; name?: string; groups?: string[] };
export type OpenidProvider = Awaited<ReturnType<typeof startOpenidProvider>>;

/** `redirectUri` is the beginning of the addresses that are registered: each company has one of its own. */
export async function startOpenidProvider({ redirectUri }: { redirectUri: string }) {
  const accounts = new Map<string, Account>();
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const client = { clientId: "intellibox", clientSecret: "a secret of this provider only" };
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.clientId, client_secret: client.clientSecret, redirect_uris: [redirectUri] }],
    findAccount: (_context: unknown, id: string) =>
      accounts.has(id) ? { accountId: id, claims: () => ({ sub: id, ...accounts.get(id) }) } : undefined,
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/choose/${uid}` },
    pkce: { required: () => true },
    cookies: { keys: ["a key of the tests"] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, IdToken: 600, AccessToken: 600, AuthorizationCode: 60 },
  });
  provider.Client.prototype.redirectUriAllowed = (uri: string) => uri.startsWith(redirectUri);
  const answer = provider.callback();
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/choose/")) void choose(request, response).catch(() => request.socket.destroy());
    else answer(request, response);
  });

  /** The page of the provider: a form with one button for each account. */
  async function choose(request: IncomingMessage, response: ServerResponse) {
    if (request.method !== "POST") {
      const buttons = [...accounts].map(
        ([id, { name }]) => `<button name="account" value="${id}">${name ?? id}</button>`,
      );
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end(`<title>Acme Login</title><h1>Acme Login</h1><form method="post">${buttons.join("")}</form>`);
      return;
    }
    let body = "";
    for await (const part of request) body += part;
    const accountId = new URLSearchParams(body).get("account") ?? "";
    const { params } = await provider.interactionDetails(request, response);
    const grant = new provider.Grant({ accountId, clientId: params.client_id });
    grant.addOIDCScope("openid email profile");
    const grantId = await grant.save();
    await provider.interactionFinished(request, response, { login: { accountId }, consent: { grantId } });
  }

  return {
    issuer,
    ...client,
    accounts,
    /** Signs in as a person would, and returns the query with which the browser is sent back. */
    async consent(url: string, account: string): Promise<URLSearchParams> {
      const jar = new Map<string, string>();
      let [at, form] = [new URL(url), undefined as string | undefined];
      for (let step = 0; step < 10; step++) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
        const headers = { cookie, ...(form !== undefined && { "content-type": "application/x-www-form-urlencoded" }) };
        const sent = form === undefined ? {} : { method: "POST", body: form };
        const answered = await fetch(at, { ...sent, headers, redirect: "manual" });
        for (const set of answered.headers.getSetCookie()) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          jar.set(name, value);
        }
        const next = answered.headers.get("location");
        if (next?.startsWith(redirectUri)) return new URL(next).searchParams;
        form = next ? undefined : `account=${account}`;
        if (!next && answered.status !== 200) throw new Error(`${answered.status}: ${await answered.text()}`);
        if (next) at = new URL(next, at);
      }
      throw new Error("The provider did not send the browser back");
    },
    stop: () => new Promise<void>((done) => server.close(() => done()).closeAllConnections()),
  };
}
