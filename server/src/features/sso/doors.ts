// Google and Microsoft, with the client of the installation that also connects Gmail and Outlook.
import { type PublicDoor, publicDoors } from "@intellibox/contract/rules/sso";
import type { Config } from "#lib/config.ts";
import type { OidcClaims, OidcClient } from "#outside/oidc.ts";

const settingsOf = {
  google: ({ google: { issuer, clientId, clientSecret } }: Config) => ({ issuer, clientId, clientSecret }),
  microsoft: ({ microsoft: { issuer, clientId, clientSecret } }: Config) => ({ issuer, clientId, clientSecret }),
};

/** Those that the operator switched on, and whose client is set. */
export const publicDoorsOf = (config: Config): PublicDoor[] =>
  publicDoors.filter((door) => config.signInWith.includes(door) && publicClientOf(config, door) !== undefined);

export function publicClientOf(config: Config, door: PublicDoor): OidcClient | undefined {
  const { issuer, clientId, clientSecret } = settingsOf[door](config);
  return clientId && clientSecret ? { issuer, clientId, clientSecret } : undefined;
}

/** Domains whose addresses Microsoft itself gives out. */
const microsoftDomains = /^(outlook|hotmail|live|msn)\.[a-z]{2,3}(\.[a-z]{2})?$/;
/** The directory of Microsoft's personal accounts. */
const personalDirectory = "9188040d-6c67-4c5b-b112-36a304b66dad";

const isTrue = (value: unknown) => value === true || value === 1 || value === "true" || value === "1";

/**
 * Whether the provider speaks for the address, now and not only when the account was made.
 * - Google: for gmail.com and for domains of Workspace, which `hd` names (developers.google.com/identity/gsi/web/guides/verify-google-id-token).
 * - Microsoft: `email` is not verified, unless `xms_edov` says that the directory owns the domain (learn.microsoft.com/entra/identity-platform/optional-claims-reference).
 */
export function isAuthoritative(door: PublicDoor, claims: OidcClaims, domain: string): boolean {
  if (door === "google")
    return (
      isTrue(claims.email_verified) && (domain === "gmail.com" || String(claims.hd ?? "").toLowerCase() === domain)
    );
  if (claims.tid === personalDirectory) return microsoftDomains.test(domain);
  return isTrue(claims.xms_edov);
}
