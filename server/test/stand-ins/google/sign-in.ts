// https://developers.google.com/identity/protocols/oauth2/web-server
import { createHash } from "node:crypto";
import { type Call, type CallEmulator, type GoogleAnswer, jsonAnswer, jsonOf } from "./calls.ts";

type Tokens = { access_token: string; refresh_token?: string; id_token?: string; scope?: string; expires_in: number };
type Client = { clientId: string; clientSecret: string };

export const gmailScope = "openid email https://mail.google.com/";

/** The emulator's sign-in, with a record of tokens, because the emulator accepts revoked ones. */
export class SignIn {
  readonly #ask: CallEmulator;
  readonly #client: Client;
  readonly #access = new Map<string, { email: string; until: number }>();
  /** By the client's token. `real` is the emulator's token. */
  readonly #refresh = new Map<string, { email: string; real: string }>();
  /** If set, the granted scopes, because a user can uncheck requested ones. */
  allowed: string | undefined;
  /** The lifetime of access tokens in seconds. */
  lifetime = 3600;
  /** Issues a new refresh token with every renewal, and revokes the old one. */
  rotates = false;
  renewals = 0;

  constructor(ask: CallEmulator, client: Client) {
    this.#ask = ask;
    this.#client = client;
  }

  holderOf(authorization: string | undefined): string | undefined {
    const held = this.#access.get(/^Bearer (.+)$/.exec(authorization ?? "")?.[1] ?? "");
    return held && held.until > Date.now() ? held.email : undefined;
  }

  /** Expires the access tokens of an account. They can be renewed. */
  expireAccess(email: string) {
    for (const [token, held] of this.#access) if (held.email === email) this.#access.delete(token);
  }

  /** The owner revokes the permission (myaccount.google.com/permissions). */
  revoke(email: string) {
    this.expireAccess(email);
    for (const [token, held] of this.#refresh) if (held.email === email) this.#refresh.delete(token);
  }

  async answer(call: Call): Promise<GoogleAnswer> {
    if (call.path === "/oauth2/token") return this.#token(call);
    const answer = await this.#ask(call);
    return call.path === "/o/oauth2/v2/auth" ? withCancel(answer, call) : answer;
  }

  async #token(call: Call): Promise<GoogleAnswer> {
    const form = new URLSearchParams(call.body.toString());
    const given = form.get("refresh_token") ?? "";
    const held = this.#refresh.get(given);
    if (given) this.renewals++;
    if (given && !held)
      return jsonAnswer(400, { error: "invalid_grant", error_description: "Token has been expired or revoked." });
    if (held) form.set("refresh_token", held.real);
    const answer = await this.#ask({ ...call, body: Buffer.from(form.toString()) });
    if (answer.status >= 300) return answer;
    const tokens = jsonOf<Tokens>(answer);
    const email = held?.email ?? emailOf(tokens);
    tokens.expires_in = this.lifetime;
    if (tokens.refresh_token) this.#refresh.set(tokens.refresh_token, { email, real: tokens.refresh_token });
    if (held && this.rotates) {
      tokens.refresh_token = `rotated_${this.renewals}_${held.real}`;
      this.#refresh.delete(given);
      this.#refresh.set(tokens.refresh_token, held);
    }
    this.#access.set(tokens.access_token, { email, until: Date.now() + this.lifetime * 1000 });
    if (this.allowed !== undefined && !given) tokens.scope = this.allowed;
    return jsonAnswer(200, tokens);
  }

  /** Tokens as after a consent, for tests that start there. */
  async grant(email: string, scope = gmailScope): Promise<Tokens> {
    const verifier = "a-verifier-of-the-stand-in-that-is-long-enough-to-be-one";
    const code = await this.consent(email, {
      redirect_uri: "http://localhost/none",
      client_id: this.#client.clientId,
      scope,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
    });
    const { clientId, clientSecret } = this.#client;
    const form = { grant_type: "authorization_code", code, code_verifier: verifier, client_id: clientId };
    const body = new URLSearchParams({ ...form, client_secret: clientSecret, redirect_uri: "http://localhost/none" });
    return jsonOf<Tokens>(await this.#token(formCall("/oauth2/token", body)));
  }

  /** Chooses an account on the consent page, and returns the code. */
  async consent(email: string, asked: Record<string, string>): Promise<string> {
    const answer = await this.#ask(formCall("/o/oauth2/v2/auth/callback", new URLSearchParams({ ...asked, email })));
    return new URL(answer.headers.location ?? "http://localhost").searchParams.get("code") ?? "";
  }
}

const formCall = (path: string, form: URLSearchParams): Call => ({
  method: "POST",
  path,
  query: new URLSearchParams(),
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: Buffer.from(form.toString()),
});

const emailOf = ({ id_token = "" }: Tokens) =>
  (JSON.parse(Buffer.from(id_token.split(".")[1] ?? "", "base64url").toString()) as { email: string }).email;

/** The emulator's page has no Cancel. Google's has one, which redirects with `error=access_denied`. */
function withCancel(answer: GoogleAnswer, { query }: Call): GoogleAnswer {
  const target = query.get("redirect_uri");
  if (answer.status !== 200 || !target) return answer;
  const back = new URL(target);
  back.searchParams.set("error", "access_denied");
  back.searchParams.set("state", query.get("state") ?? "");
  const link = `<p style="position:fixed;top:1rem;left:0;right:0;z-index:9;text-align:center"><a href="${back.href.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}">Cancel</a></p>`;
  return { ...answer, body: Buffer.from(answer.body.toString().replace("</body>", `${link}</body>`)) };
}
