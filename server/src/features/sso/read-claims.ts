// Reads what a provider says about a person. Claims are input of strangers: nothing is taken over that is not checked.
import { newUserForm } from "@intellibox/contract/endpoints/users";
import { emailAddress } from "@intellibox/contract/fields";
import type { SsoDoor } from "@intellibox/contract/rules/sso";
import type { OidcClaims } from "#outside/oidc.ts";
import { isAuthoritative } from "./doors.ts";

/**
 * Providers at which everybody can make an account. If a company names one of them as its own, an address counts only if the
 * provider verified it. Other issuers are the company's own; the owner of the domain confirmed them by the TXT record.
 */
const openToAll = new Set([
  ...["accounts.google.com", "appleid.apple.com", "account.apple.com", "gitlab.com", "slack.com", "oauth.slack.com"],
  ...["www.facebook.com", "www.linkedin.com", "oauth.id.me", "login.yahoo.com", "api.login.yahoo.com", "id.twitch.tv"],
]);
/** Directories of Microsoft Entra: often without `email`, and with a sign-in name that only the directory's admins give. */
const entra = /^(login\.microsoftonline\.(com|us)|login\.partner\.microsoftonline\.cn|sts\.windows\.net)$/;

/** The address that the provider vouches for, in lower case. Undefined if there is none that may be trusted. */
export function addressOf(door: SsoDoor, claims: OidcClaims): string | undefined {
  const host = URL.parse(claims.iss)?.hostname ?? "";
  const signInName = door === "company" && entra.test(host) ? claims.preferred_username : undefined;
  const said = claims.email ?? signInName;
  // Letters of other scripts that look like ASCII, or become it, must not stand for another address.
  if (typeof said !== "string" || !/^[\x21-\x7e]+$/.test(said)) return undefined;
  const email = emailAddress.safeParse(said).data;
  if (!email) return undefined;
  if (door !== "company") return isAuthoritative(door, claims, domainOf(email)) ? email : undefined;
  const verified = claims.email_verified;
  if (verified === true || verified === "true") return email;
  return verified === undefined && !openToAll.has(host) ? email : undefined;
}

export const domainOf = (email: string) => email.slice(email.lastIndexOf("@") + 1);

/** A name as the form for new users accepts it. */
export function nameOf(claims: OidcClaims, email: string): string {
  const parts = [claims.given_name, claims.family_name].filter((part) => typeof part === "string").join(" ");
  const candidates = [claims.name, parts, email.split("@")[0]];
  for (const candidate of candidates) {
    const name = newUserForm.shape.name.safeParse(typeof candidate === "string" ? candidate.slice(0, 120) : "");
    if (name.success) return name.data;
  }
  return "New user";
}

/** The groups of a claim, which may be a list or one name. Undefined if the provider sent none, such as for too many groups. */
export function groupsOf(claims: OidcClaims, claim: string): string[] | undefined {
  const said = claims[claim];
  if (typeof said === "string") return [said];
  return Array.isArray(said) ? said.filter((group) => typeof group === "string") : undefined;
}
