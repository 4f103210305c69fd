import { setTimeout as sleep } from "node:timers/promises";
import { checkHost, checkLiteral, type EgressPolicy, ForbiddenHostError } from "#lib/egress.ts";

/** Longer than a DNS lookup usually takes; saving settings must not wait for an unreachable name server. */
const patienceMs = 2000;

/** Refuses a forbidden host when its settings are saved. A name that does not resolve now is accepted: it may resolve later. */
export const openHostCheck =
  (policy: EgressPolicy) =>
  async (host: string): Promise<void> => {
    checkLiteral(host, policy);
    if (policy.allowPrivate) return;
    const waiting = new AbortController();
    const inTime = sleep(patienceMs, undefined, { signal: waiting.signal }).catch(() => undefined);
    const checked = checkHost(host, policy).catch((error: unknown) => {
      if (error instanceof ForbiddenHostError) throw error;
    });
    await Promise.race([checked, inTime]).finally(() => waiting.abort());
  };
