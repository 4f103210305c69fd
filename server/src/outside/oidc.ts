/**
 * Sign-in at OpenID providers: the authorization code flow with PKCE, state and nonce (OpenID Connect Core 3.1). Every address that a
 * provider names is called through the guard of calls out. Nothing is stored here.
 */
import * as oauth from "oauth4webapi";
import type { Config } from "#lib/config.ts";
import { connectFault, connectMessage } from "#lib/connect-fault.ts";
import { openFetch } from "#lib/egress.ts";
import { discover, issuerOf } from "./oauth.ts";

export type OidcClient = { issuer: string; clientId: string; clientSecret: string };
/** Values that bind the provider's answer to our request. */
export type OidcProof = { state: string; nonce: string; verifier: string };
/** The ID token's claims, and those that only the user info has. `iss` and `sub` are of the ID token. */
export type OidcClaims = Record<string, unknown> & { iss: string; sub: string };

export type OidcFault =
  /** The person or the provider refused. */
  | "denied"
  /** The answer is not the one that we asked for, or its proof does not hold. */
  | "provider"
  | "unavailable";

/** The only error thrown on purpose. The message is for the log and for the admin who tests. */
export class OidcError extends Error {
  readonly fault: OidcFault;

  constructor(fault: OidcFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "OidcError";
    this.fault = fault;
  }
}

export type OidcMetadata = oauth.AuthorizationServer;

export type Oidc = {
  /** Asks the provider without a cache for its settings and the number of its keys. */
  inspect(issuer: string): Promise<{ metadata: OidcMetadata; keys: number }>;
  /** The address to send the browser to. */
  begin(client: OidcClient, asked: OidcProof & { redirectUri: string; extra?: Record<string, string> }): Promise<URL>;
  /** `answer` is the query of the provider's redirect. `wanted` are claims for which the user info is asked if the ID token lacks one. */
  finish(
    client: OidcClient,
    asked: OidcProof & { redirectUri: string; wanted: string[] },
    answer: URLSearchParams,
  ): Promise<OidcClaims>;
};

const discoveryMs = 600_000;
const answerMs = 10_000;
const mostKnown = 500;
/** Enough for discovery, keys and tokens. */
const maxBytes = 1 << 20;

export function openOidc({ allowPrivateHosts }: Pick<Config, "allowPrivateHosts">) {
  const guarded = openFetch({ allowPrivate: allowPrivateHosts, headersMs: answerMs, bodyMs: answerMs, maxBytes });
  const known = new Map<string, { server: OidcMetadata; until: number }>();
  const optionsFor = (issuer: string) => ({
    [oauth.customFetch]: guarded as never,
    signal: () => AbortSignal.timeout(answerMs),
    // For providers on this machine; others use https.
    [oauth.allowInsecureRequests]: allowPrivateHosts && issuer.startsWith("http:"),
  });
  const serverOf = async (issuer: string) => {
    const found = known.get(issuer);
    if (found && found.until > Date.now()) return found.server;
    const server = await discover(issuer, optionsFor(issuer));
    if (known.size >= mostKnown) known.clear();
    known.set(issuer, { server, until: Date.now() + discoveryMs });
    return server;
  };
  /** A page address of the provider: the browser is sent there, so it may not be a script. */
  const pageOf = (issuer: string, address: string | undefined) => {
    const url = URL.parse(address ?? "");
    if (url?.protocol !== "https:" && !(url?.protocol === "http:" && optionsFor(issuer)[oauth.allowInsecureRequests]))
      throw new OidcError("provider", "The provider does not say where to sign in.");
    return url;
  };

  const client: Oidc = {
    inspect: (issuer) =>
      inFaults(async () => {
        const metadata = await discover(issuer, optionsFor(issuer));
        pageOf(issuer, metadata.authorization_endpoint);
        if (!metadata.jwks_uri) return { metadata, keys: 0 };
        const uri = new URL(metadata.jwks_uri);
        if (uri.protocol !== "https:" && !optionsFor(issuer)[oauth.allowInsecureRequests])
          throw new OidcError("provider", "The provider's keys are not at an https address.");
        const signal = AbortSignal.timeout(answerMs);
        const response = await guarded(uri, { headers: { accept: "application/json" }, redirect: "manual", signal });
        const body = (await response.json()) as { keys?: unknown };
        return { metadata, keys: Array.isArray(body.keys) ? body.keys.length : 0 };
      }),
    begin: ({ issuer, clientId }, { redirectUri, state, nonce, verifier, extra }) =>
      inFaults(async () => {
        const url = pageOf(issuer, (await serverOf(issuer)).authorization_endpoint);
        const query = {
          ...{ client_id: clientId, redirect_uri: redirectUri, response_type: "code", state, nonce },
          scope: "openid email profile",
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
          ...extra,
        };
        for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
        return url;
      }),
    finish: ({ issuer, clientId, clientSecret }, { redirectUri, state, nonce, verifier, wanted }, answer) =>
      inFaults(async () => {
        const app = { client_id: clientId };
        const found = await serverOf(issuer);
        const options = optionsFor(issuer);
        const checked = oauth.validateAuthResponse(found, app, answer, state);
        const secret = secretFor(found, clientSecret);
        const response = await oauth.authorizationCodeGrantRequest(
          ...([found, app, secret, checked, redirectUri, verifier, options] as const),
        );
        const server = await issuerOf(found, response);
        const given = await oauth.processAuthorizationCodeResponse(server, app, response, {
          expectedNonce: nonce,
          requireIdToken: true,
        });
        await oauth.validateApplicationLevelSignature(server, response, options);
        const claims = oauth.getValidatedIdTokenClaims(given) as OidcClaims;
        if (!server.userinfo_endpoint || wanted.every((name) => claims[name] !== undefined)) return claims;
        const said = await oauth.userInfoRequest(server, app, given.access_token, options);
        const more = await oauth.processUserInfoResponse(server, app, claims.sub, said);
        return { ...more, ...claims };
      }),
  };
  return { client, close: guarded.close };
}

/** RFC 8414: without a list of methods, `client_secret_basic` is meant. */
function secretFor({ token_endpoint_auth_methods_supported: methods }: OidcMetadata, secret: string) {
  const isBasic = !methods || methods.includes("client_secret_basic") || !methods.includes("client_secret_post");
  return isBasic ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret);
}

async function inFaults<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw oidcError(error);
  }
}

function oidcError(error: unknown): OidcError {
  if (error instanceof OidcError) return error;
  const options = { cause: error };
  if (error instanceof oauth.AuthorizationResponseError)
    return new OidcError(error.error === "access_denied" ? "denied" : "provider", error.error, options);
  if (error instanceof oauth.ResponseBodyError) return new OidcError("provider", error.error, options);
  const fault = connectFault(error);
  if (fault) return new OidcError("unavailable", connectMessage(fault, error), options);
  return new OidcError("provider", error instanceof Error ? error.message : "No usable answer", options);
}
