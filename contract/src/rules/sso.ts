import { t } from "../text/t.ts";

/** The ways to sign in with a provider: the company's own one, or one that the installation is configured for. */
export const ssoDoors = ["company", "google", "microsoft"] as const;
export type SsoDoor = (typeof ssoDoors)[number];
export const publicDoors = ["google", "microsoft"] as const;
export type PublicDoor = (typeof publicDoors)[number];

/**
 * The path to which Google and Microsoft send the browser back, below the address of the installation. A company's provider has
 * this path with the company's id: a hostile provider that leads its visitors to another one gets no answer of that one (RFC 9700 4.4.2).
 */
export const ssoCallbackPath = "/api/auth/sso/callback";
export const ssoCallbackPathOf = (companyId: string | undefined) =>
  companyId ? `${ssoCallbackPath}/${companyId}` : ssoCallbackPath;
export const scimPath = "/scim/v2";

/** The name of the TXT record, before the domain. */
export const domainRecordName = "_intellibox";

/** Why nobody was signed in. Whoever reads it has proven who they are to the provider, except for the first ones. */
const ssoFailures = {
  state: t("This sign-in was begun in another browser, was used already, or took too long. Start it again."),
  denied: t("Your provider did not let you sign in."),
  provider: t("Your provider gave no answer that can be trusted. Ask your admin to test the connection."),
  unavailable: t("Your provider cannot be reached. Try again later."),
  email: t("Your provider did not confirm a work address of this company."),
  account: t("No account that may be used here belongs to you. Ask your admin."),
  plan: t("Your company has as many users as its plan allows. Ask your admin."),
} as const;
export type SsoFailure = keyof typeof ssoFailures;

export const ssoFailureText = (failure: string) =>
  Object.hasOwn(ssoFailures, failure) ? ssoFailures[failure as SsoFailure] : ssoFailures.unavailable;
