// Asks a provider for its settings and keys, and says in words what single sign-on needs and does not find.
import { t } from "@intellibox/contract/text/t";
import { invalid } from "#lib/errors.ts";
import { OidcError, type OidcMetadata } from "#outside/oidc.ts";
import type { Scope } from "#scope.ts";
import { companyOf } from "./sso-settings.ts";

type Finding = { ok: boolean; text: string };

export async function testIssuer(scope: Scope, id: string, issuer: string) {
  await scope.tx((tx) => companyOf(tx, scope, id));
  const url = URL.parse(issuer);
  if (!url || !/^https?:$/.test(url.protocol))
    throw invalid(t("Enter the issuer's address, such as https://login.acme.com"));
  const findings = await inspect(scope, issuer);
  return { ok: findings.every(({ ok }) => ok), findings };
}

async function inspect(scope: Scope, issuer: string): Promise<Finding[]> {
  const fail = (text: string): Finding[] => [{ ok: false, text }];
  if (issuer.startsWith("http:") && !scope.config.allowPrivateHosts)
    return fail(t("The issuer must begin with https://"));
  try {
    const { metadata, keys } = await scope.outside.oidc.inspect(issuer);
    return judge(metadata, keys);
  } catch (error) {
    if (!(error instanceof OidcError)) throw error;
    if (error.fault === "unavailable") return fail(error.message);
    return fail(
      t("No OpenID provider answers at {address}, or it names another issuer.", {
        address: `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`,
      }),
    );
  }
}

/** RFC 8414 and OpenID Connect Discovery: an absent list means its default. */
function judge(metadata: OidcMetadata, keys: number): Finding[] {
  const has = (list: string[] | undefined, name: string) => !list || list.includes(name);
  const checks: [boolean, string, string][] = [
    [true, t("The provider answers as {issuer}.", { issuer: metadata.issuer }), ""],
    [!!metadata.token_endpoint, t("It exchanges codes."), t("It names no address to exchange codes (token_endpoint).")],
    [
      has(metadata.response_types_supported, "code"),
      t("It offers the authorization code flow."),
      t("It does not offer the authorization code flow."),
    ],
    [
      has(metadata.code_challenge_methods_supported, "S256"),
      t("It allows PKCE with S256."),
      t("It does not allow PKCE with S256."),
    ],
    [
      keys > 0,
      t("{keys, plural, one {# key signs its answers.} other {# keys sign its answers.}}", { keys }),
      t("It publishes no keys, so its answers could not be checked."),
    ],
  ];
  return checks.map(([ok, good, bad]) => ({ ok, text: ok ? good : bad }));
}
