// Decides whether a call may be made with an API key: its scopes, its own rate limit, and what no key may do.
import { type KeyAccess, scopesNeeded } from "@intellibox/contract/key-calls";
import { isCompanyScope, keyCallsPerMinute } from "@intellibox/contract/rules/key-scopes";
import { t } from "@intellibox/contract/text/t";
import { AppError, forbidden } from "#lib/errors.ts";
import type { Person } from "#scope.ts";
import { minuteMs, type RequestCounts, sharedRateLimits } from "./rate-limit-store.ts";

export type KeyGate = ReturnType<typeof openKeyGate>;

export function openKeyGate(use: RequestCounts) {
  const Store = sharedRateLimits({ use });
  const counts = new Store({});

  return async function admitKey(key: NonNullable<Person["key"]>, access: KeyAccess) {
    const needed = scopesNeeded(access);
    if (!needed) throw forbidden(t("This call is not for API keys. Sign in to Intellibox for it."));
    const missing = needed.filter((scope) => !key.scopes.includes(scope));
    if (missing.length > 0)
      throw forbidden(t("This API key lacks the permission {scope}", { scope: missing.join(", ") }));
    // Its scopes already are those of the company; this holds whatever a row says.
    if (key.isCompany && !needed.every(isCompanyScope)) throw forbidden(t("A key of the company reads nobody's mail"));
    await count(key.id);
  };

  function count(id: string) {
    return new Promise<void>((resolve, reject) => {
      const counted = (error: Error | null, result?: { current: number; ttl: number }) => {
        if (error) reject(error);
        else if (!result || result.current <= keyCallsPerMinute) resolve();
        else {
          const seconds = Math.ceil(result.ttl / 1000);
          const message = t("Too many requests. Try again in {seconds, plural, one {# second} other {# seconds}}.", {
            seconds,
          });
          reject(new AppError("rate_limited", message, { retryAfter: seconds }));
        }
      };
      counts.incr(`api-key ${id}`, counted, minuteMs, keyCallsPerMinute);
    });
  }
}
