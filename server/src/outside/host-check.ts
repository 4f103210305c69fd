import { setTimeout as sleep } from "node:timers/promises";
import { checkHost, checkLiteral, type EgressPolicy, ForbiddenHostError } from "#lib/egress.ts";

/** Longer than a name usually takes; a save must not wait for a name server that is away. */
const patienceMs = 2000;

/** Refuses a forbidden host while its settings are being saved. A name that cannot be resolved now may be a good one later. */
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
