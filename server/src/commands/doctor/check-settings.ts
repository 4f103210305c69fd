import type { Config } from "#lib/config.ts";
import { isLoopback } from "#lib/loopback.ts";
import { type Finding, ok, warning } from "./finding.ts";

type Settings = Pick<Config, "host" | "publicUrl" | "tls" | "trustProxy" | "isDemoExposed">;

/** Settings that are valid, and yet not what an installation for people needs. */
export function checkSettings({ host, publicUrl, tls, trustProxy, isDemoExposed }: Settings): Finding[] {
  const check = "Settings";
  const findings: Finding[] = [];
  const isPublic = !isLoopback(host) || trustProxy || !!tls;
  if (isPublic && !publicUrl)
    findings.push(
      warning(
        check,
        "PUBLIC_URL is not set",
        "Set it to the address that people use: links in mail and OAuth need it.",
      ),
    );
  if (publicUrl?.startsWith("https:") && !tls && !trustProxy)
    findings.push(
      warning(
        check,
        "PUBLIC_URL is https, and this process serves http",
        "Behind a reverse proxy set INTELLIBOX_TRUST_PROXY=1, else all users share one address for rate limits.",
      ),
    );
  if (isDemoExposed)
    findings.push(
      warning(check, "the demo can be reached by other machines, and its password is public", "Set INTELLIBOX_DEMO=0."),
    );
  return findings.length > 0 ? findings : [ok(check, "every value is valid")];
}
