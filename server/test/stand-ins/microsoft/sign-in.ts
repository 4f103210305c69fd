// The Microsoft identity platform: https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-auth-code-flow
import { createHash, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { newKey } from "./mail-store.ts";

export type Person = { email: string; name: string; oid: string; aliases: string[] };
export type SignInAnswer = { status: number; headers?: Record<string, string>; json?: unknown; html?: string };

type Grant = { email: string; scope: string; clientId: string };
type Code = Grant & { redirectUri: string; challenge: string; nonce: string | undefined; usedAt?: number };

const tenant = "9188040d-6c67-4c5b-b112-36a304b66dad";
const tokenSeconds = 3600;
const keys = generateKeyPairSync("rsa", { modulusLength: 2048 });
const keyId = newKey(8);

export class SignIn {
  readonly people = new Map<string, Person>();
  readonly #codes = new Map<string, Code>();
  readonly #refresh = new Map<string, Grant>();
  readonly #access = new Map<string, Grant & { expiresAt: number }>();
  readonly #client: { id: string; secret: string };
  /** How often tokens were renewed. */
  renewals = 0;

  constructor(client: { id: string; secret: string }) {
    this.#client = client;
  }

  /** The owner and scopes of a token. Undefined if it is unknown or no longer valid. */
  holderOf(authorization: string | undefined): Grant | undefined {
    const grant = this.#access.get(/^Bearer (.+)$/.exec(authorization ?? "")?.[1] ?? "");
    return grant && grant.expiresAt > Date.now() ? grant : undefined;
  }

  /** Expires the access tokens of an account. They can be renewed. */
  expireAccess(email: string) {
    for (const [token, grant] of this.#access) if (grant.email === email) this.#access.delete(token);
  }

  /** The owner revokes the permission, so no token can be renewed. */
  revoke(email: string) {
    this.expireAccess(email);
    for (const [token, grant] of this.#refresh) if (grant.email === email) this.#refresh.delete(token);
  }

  /** Tokens as after a consent, for tests that start there. */
  grant(email: string, scope = "openid offline_access Mail.ReadWrite Mail.Send User.Read") {
    return this.#issue({ email, scope, clientId: this.#client.id });
  }

  /** The issuer is a pattern at `common`: https://learn.microsoft.com/en-us/entra/identity-platform/access-tokens#validate-the-issuer */
  discovery(url: string): SignInAnswer {
    const base = `${url}/common`;
    return {
      status: 200,
      json: {
        issuer: `${url}/{tenantid}/v2.0`,
        authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
        token_endpoint: `${base}/oauth2/v2.0/token`,
        jwks_uri: `${base}/discovery/v2.0/keys`,
        userinfo_endpoint: `${url}/oidc/userinfo`,
        end_session_endpoint: `${base}/oauth2/v2.0/logout`,
        response_modes_supported: ["query", "fragment", "form_post"],
        response_types_supported: ["code", "id_token", "code id_token"],
        scopes_supported: ["openid", "profile", "email", "offline_access"],
        subject_types_supported: ["pairwise"],
        id_token_signing_alg_values_supported: ["RS256"],
        token_endpoint_auth_methods_supported: ["client_secret_post", "private_key_jwt", "client_secret_basic"],
      },
    };
  }

  publicKeys(): SignInAnswer {
    const jwk = keys.publicKey.export({ format: "jwk" });
    return { status: 200, json: { keys: [{ ...jwk, kid: keyId, use: "sig", alg: "RS256" }] } };
  }

  /** Lists all accounts, and a click chooses one. */
  consentPage(query: URLSearchParams): SignInAnswer {
    if (query.get("client_id") !== this.#client.id) return page(400, "AADSTS700016: The application was not found.");
    if (query.get("response_type") !== "code" || query.get("code_challenge_method") !== "S256")
      return page(400, "AADSTS900144: The request must hold response_type=code and a code_challenge.");
    const hidden = [...query].map(
      ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
    );
    const buttons = [...this.people.values()].map(
      ({ email, name }) =>
        `<button name="account" value="${escaped(email)}">${escaped(name)}<br><small>${escaped(email)}</small></button>`,
    );
    return page(
      200,
      `<h1>Permissions requested</h1><p>Intellibox would like to: read and write your mail, send mail as you, and keep
      this access. (A stand-in for Microsoft, for trying things out.)</p>
      <form method="post" action="/common/oauth2/v2.0/authorize">${hidden.join("")}${buttons.join("")}
      <button name="account" value="">Cancel</button></form>`,
    );
  }

  decide(form: URLSearchParams): SignInAnswer {
    const back = new URL(form.get("redirect_uri") ?? "");
    back.searchParams.set("state", form.get("state") ?? "");
    const email = form.get("account") ?? "";
    if (!this.people.has(email)) {
      back.searchParams.set("error", "access_denied");
      back.searchParams.set("error_subcode", "cancel");
      back.searchParams.set("error_description", "AADSTS65004: User declined to consent to access the app.");
      return { status: 302, headers: { location: back.href } };
    }
    const code = `M.${newKey(32)}`;
    this.#codes.set(code, {
      email,
      clientId: form.get("client_id") ?? "",
      scope: form.get("scope") ?? "",
      redirectUri: form.get("redirect_uri") ?? "",
      challenge: form.get("code_challenge") ?? "",
      nonce: form.get("nonce") ?? undefined,
    });
    back.searchParams.set("code", code);
    return { status: 302, headers: { location: back.href } };
  }

  token(url: string, form: URLSearchParams, authorization: string | undefined): SignInAnswer {
    const basic = Buffer.from(/^Basic (.+)$/.exec(authorization ?? "")?.[1] ?? "", "base64")
      .toString()
      .split(":");
    const [id, secret] =
      basic.length === 2 ? basic.map(decodeURIComponent) : [form.get("client_id"), form.get("client_secret")];
    if (id !== this.#client.id || secret !== this.#client.secret)
      return refuse(401, "invalid_client", "AADSTS7000215: Invalid client secret provided.");
    if (form.get("grant_type") === "refresh_token") return this.#renew(form);
    return form.get("grant_type") === "authorization_code"
      ? this.#redeem(url, form)
      : refuse(400, "unsupported_grant_type", "AADSTS70003: The app requested an unsupported grant type.");
  }

  #redeem(url: string, form: URLSearchParams): SignInAnswer {
    const code = this.#codes.get(form.get("code") ?? "");
    if (!code) return refuse(400, "invalid_grant", "AADSTS70000: The code is malformed or expired.");
    if (code.usedAt)
      return refuse(400, "invalid_grant", "AADSTS54005: OAuth2 Authorization code was already redeemed.");
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (challenge !== code.challenge)
      return refuse(400, "invalid_grant", "AADSTS501481: The Code_Verifier does not match the code_challenge.");
    if (form.get("redirect_uri") !== code.redirectUri)
      return refuse(400, "invalid_grant", "AADSTS50011: The redirect URI does not match.");
    code.usedAt = Date.now();
    return { status: 200, json: { ...this.#issue(code), id_token: this.#idToken(code, url) } };
  }

  /** "Refresh tokens replace themselves with a fresh token upon every use"; the old one is not revoked by it. */
  #renew(form: URLSearchParams): SignInAnswer {
    const grant = this.#refresh.get(form.get("refresh_token") ?? "");
    if (!grant)
      return refuse(400, "invalid_grant", "AADSTS50173: The provided grant has expired due to it being revoked.");
    this.renewals++;
    return { status: 200, json: this.#issue(grant) };
  }

  #issue({ email, scope, clientId }: Grant) {
    const [access, refresh] = [`EwB${newKey(40)}`, `M.C5${newKey(40)}`];
    this.#access.set(access, { email, scope, clientId, expiresAt: Date.now() + tokenSeconds * 1000 });
    this.#refresh.set(refresh, { email, scope, clientId });
    return { token_type: "Bearer", scope, expires_in: tokenSeconds, access_token: access, refresh_token: refresh };
  }

  #idToken({ email, clientId, nonce }: Code, url: string): string {
    const person = this.people.get(email);
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: `${url}/${tenant}/v2.0`,
      aud: clientId,
      sub: person?.oid,
      oid: person?.oid,
      tid: tenant,
      name: person?.name,
      preferred_username: email,
      email,
      ver: "2.0",
      iat: now,
      nbf: now,
      exp: now + tokenSeconds,
      ...(nonce && { nonce }),
    };
    const body = [{ typ: "JWT", alg: "RS256", kid: keyId }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
      .join(".");
    return `${body}.${sign("sha256", Buffer.from(body), keys.privateKey).toString("base64url")}`;
  }
}

const refuse = (status: number, error: string, description: string): SignInAnswer => ({
  status,
  json: { error, error_description: description, error_codes: [], correlation_id: randomUUID() },
});

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const page = (status: number, body: string): SignInAnswer => ({
  status,
  html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sign in to your account</title>
<style>body{font:16px/1.5 system-ui;max-width:26rem;margin:4rem auto;padding:0 1rem}button{display:block;width:100%;
margin:.5rem 0;padding:.75rem;text-align:left;font:inherit}</style>${body}`,
});
