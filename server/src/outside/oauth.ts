import { t } from "@intellibox/contract/text/t";
/**
 * OAuth 2.0 access to mailboxes at Google and Microsoft: the authorization code flow with PKCE (RFC 6749, RFC 7636). The account's
 * address comes from the ID token. Nothing is stored here; callers keep the tokens.
 */
import * as oauth from "oauth4webapi";
import type { Config } from "#lib/config.ts";
import { connectFault, connectMessage } from "#lib/connect-fault.ts";

export type OauthProvider = "gmail" | "outlook";

/** The tokens of one answer. */
export type Grant = {
  accessToken: string;
  /** Absent in a renewal if the old one stays valid. */
  refreshToken: string | undefined;
  expiresInSeconds: number;
};

export type OauthFault =
  /** The user refused access. */
  | "denied"
  /** The provider does not accept the code or the refresh token (any more). */
  | "revoked"
  /** The user granted too few scopes. */
  | "scope"
  /** This installation's client id or secret is wrong, or it may not ask for these scopes. */
  | "setup"
  /** A temporary failure. */
  | "unavailable";

/** The only error thrown on purpose. Its message is fit for the user's eyes. */
export class OauthError extends Error {
  readonly fault: OauthFault;

  constructor(fault: OauthFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "OauthError";
    this.fault = fault;
  }
}

/** Values that bind the provider's answer to our request. */
export type Proof = { state: string; verifier: string; nonce: string };
export const newProof = (state: string): Proof => ({
  state,
  verifier: oauth.generateRandomCodeVerifier(),
  nonce: oauth.generateRandomNonce(),
});

export type Oauth = {
  /** The URL to send the browser to. */
  begin(provider: OauthProvider, redirectUri: string, proof: Proof): Promise<URL>;
  /** `answer` is the query string of the provider's redirect. */
  finish(
    provider: OauthProvider,
    redirectUri: string,
    proof: Proof,
    answer: URLSearchParams,
  ): Promise<Grant & { refreshToken: string; email: string }>;
  renew(provider: OauthProvider, refreshToken: string): Promise<Grant>;
};

type Settings = {
  issuer: string;
  clientId: string | undefined;
  clientSecret: string | undefined;
  scopes: string[];
  /** Scopes without which the mailbox cannot be used. */
  needed: string[];
  extra: Record<string, string>;
};

const discoveryMs = 3_600_000;
const answerMs = 10_000;

export function openOauth({ google, microsoft, allowPrivateHosts }: Config, guarded: typeof fetch): Oauth {
  const settings: Record<OauthProvider, Settings> = {
    gmail: { ...google, ...googleAccess },
    outlook: { ...microsoft, ...microsoftAccess },
  };
  const known = new Map<OauthProvider, { server: oauth.AuthorizationServer; until: number }>();
  const optionsFor = (provider: OauthProvider) => ({
    [oauth.customFetch]: guarded as never,
    signal: () => AbortSignal.timeout(answerMs),
    // For stand-ins in tests; real providers use https.
    [oauth.allowInsecureRequests]: allowPrivateHosts && settings[provider].issuer.startsWith("http:"),
  });
  const serverOf = async (provider: OauthProvider) => {
    const found = known.get(provider);
    if (found && found.until > Date.now()) return found.server;
    const server = await discover(settings[provider].issuer, optionsFor(provider));
    known.set(provider, { server, until: Date.now() + discoveryMs });
    return server;
  };
  const clientOf = (provider: OauthProvider) => {
    const { clientId, clientSecret } = settings[provider];
    if (!clientId || !clientSecret) throw new OauthError("setup", t("This provider is not set up here."));
    return { client: { client_id: clientId }, secret: oauth.ClientSecretPost(clientSecret) };
  };

  return {
    begin: (provider, redirectUri, { state, verifier, nonce }) =>
      inWords(async () => {
        const { client } = clientOf(provider);
        const { scopes, extra } = settings[provider];
        const { authorization_endpoint: address } = await serverOf(provider);
        if (!address) throw new OauthError("setup", t("The provider does not say where to sign in."));
        const url = new URL(address);
        const query = {
          ...{ client_id: client.client_id, redirect_uri: redirectUri, response_type: "code", state, nonce },
          scope: scopes.join(" "),
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
          ...extra,
        };
        for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
        return url;
      }),
    finish: (provider, redirectUri, { state, verifier, nonce }, answer) =>
      inWords(async () => {
        const { client, secret } = clientOf(provider);
        const server = await serverOf(provider);
        const checked = oauth.validateAuthResponse(server, client, answer, state);
        const options = optionsFor(provider);
        const response = await oauth.authorizationCodeGrantRequest(
          ...([server, client, secret, checked, redirectUri, verifier, options] as const),
        );
        const issuer = await issuerOf(server, response);
        const given = await oauth.processAuthorizationCodeResponse(issuer, client, response, {
          expectedNonce: nonce,
          requireIdToken: true,
        });
        refuseMissing(settings[provider], given.scope);
        const { refresh_token: refreshToken } = given;
        if (!refreshToken) throw new OauthError("scope", t("The provider gave no lasting access."));
        return { ...grantOf(given), refreshToken, email: addressOf(oauth.getValidatedIdTokenClaims(given)) };
      }),
    renew: (provider, refreshToken) =>
      inWords(async () => {
        const { client, secret } = clientOf(provider);
        const server = await serverOf(provider);
        const options = optionsFor(provider);
        const response = await oauth.refreshTokenGrantRequest(server, client, secret, refreshToken, options);
        return grantOf(await oauth.processRefreshTokenResponse(await issuerOf(server, response), client, response));
      }),
  };
}

/**
 * Only the full scope, mail.google.com, allows permanent deletion; gmail.modify does not
 * (developers.google.com/workspace/gmail/api/auth/scopes). Google returns a refresh token for offline access, and reliably only
 * with `prompt=consent` (developers.google.com/identity/protocols/oauth2/web-server).
 */
const googleAccess = {
  scopes: ["openid", "email", "https://mail.google.com/"],
  needed: ["https://mail.google.com/"],
  extra: { access_type: "offline", prompt: "consent select_account" },
};
/** learn.microsoft.com/graph/permissions-reference; `offline_access` gives the refresh token. */
const microsoftAccess = {
  scopes: ["openid", "email", "profile", "offline_access", "User.Read", "Mail.ReadWrite", "Mail.Send"],
  needed: ["Mail.ReadWrite", "Mail.Send"],
  extra: { prompt: "select_account" },
};

type Options = { signal: () => AbortSignal; [oauth.customFetch]: never; [oauth.allowInsecureRequests]: boolean };

export async function discover(issuer: string, options: Options): Promise<oauth.AuthorizationServer> {
  const response = await oauth.discoveryRequest(new URL(issuer), options);
  const found = (await response.clone().json()) as oauth.AuthorizationServer;
  const isOfMany = issuer.replace(/\/(common|organizations|consumers)\//, manyTenants) === found.issuer;
  return isOfMany ? found : oauth.processDiscoveryResponse(new URL(issuer), response);
}

/** Microsoft's multi-tenant endpoints return an issuer with this placeholder (learn.microsoft.com/entra/identity-platform/access-tokens). */
const manyTenants = "/{tenantid}/";

export async function issuerOf(
  server: oauth.AuthorizationServer,
  response: Response,
): Promise<oauth.AuthorizationServer> {
  if (!server.issuer.includes(manyTenants)) return server;
  const { id_token: token } = (await response.clone().json()) as { id_token?: string };
  // The token came over TLS from the provider, and its claims are validated against this issuer afterwards.
  const claims = token ? JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) : {};
  return { ...server, issuer: server.issuer.replace("{tenantid}", String(claims.tid)) };
}

/** RFC 6749 5.1: an answer without `scope` grants all that we asked for. Microsoft may prefix scopes with their resource. */
function refuseMissing({ needed }: Settings, scope: string | undefined) {
  if (scope === undefined) return;
  const given = new Set(scope.split(/\s+/).map(plain));
  if (needed.some((name) => !given.has(plain(name))))
    throw new OauthError("scope", t("Access to the mail was not allowed. Connect again and tick every box."));
}
const plain = (scope: string) => scope.replace(/^https:\/\/graph\.microsoft\.com\//i, "").toLowerCase();

/** If the provider names no lifetime, the token is renewed after ten minutes. */
const grantOf = ({ access_token, refresh_token, expires_in }: oauth.TokenEndpointResponse): Grant => ({
  accessToken: access_token,
  refreshToken: refresh_token,
  expiresInSeconds: expires_in ?? 600,
});

function addressOf(claims: oauth.IDToken | undefined): string {
  const address = [claims?.email, claims?.preferred_username].find((name) => typeof name === "string");
  if (typeof address !== "string" || !address.includes("@"))
    throw new OauthError("setup", t("The provider did not say which account it is."));
  return address.toLowerCase();
}

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw oauthError(error);
  }
}

const setupErrors = new Set(["invalid_client", "unauthorized_client", "invalid_scope", "redirect_uri_mismatch"]);

function oauthError(error: unknown): OauthError {
  if (error instanceof OauthError) return error;
  const options = { cause: error };
  if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError) {
    const said = error.error;
    if (said === "access_denied") return new OauthError("denied", t("Access was not allowed."), options);
    if (said === "invalid_grant") return new OauthError("revoked", t("The provider no longer accepts it."), options);
    if (setupErrors.has(said))
      return new OauthError(
        "setup",
        t("The provider refused this installation ({code}). Tell an operator.", { code: said }),
        options,
      );
    return new OauthError("unavailable", t("The provider answered {code}. Try again later.", { code: said }), options);
  }
  const fault = connectFault(error);
  const words = fault ? connectMessage(fault, error) : t("The provider gave no usable answer. Try again later.");
  return new OauthError("unavailable", words, options);
}
