import { limitConcurrency } from "#lib/limit-concurrency.ts";

/** Servers allow a user few connections, and a sync and the watching need some of them. */
const perMailbox = 2;
/** Each holds a whole mail in memory. */
const inAll = 8;

/** Runs fetches of whole mails, few at a time. The rest wait for their turn. */
export function fetchTurns() {
  const all = limitConcurrency(inAll);
  const mailboxes = new Map<string, { limit: ReturnType<typeof limitConcurrency>; fetches: number }>();
  return async <T>(mailboxId: string, fetch: () => Promise<T>): Promise<T> => {
    const own = mailboxes.get(mailboxId) ?? { limit: limitConcurrency(perMailbox), fetches: 0 };
    mailboxes.set(mailboxId, own);
    own.fetches++;
    try {
      return await own.limit(() => all(fetch));
    } finally {
      if (--own.fetches === 0) mailboxes.delete(mailboxId);
    }
  };
}
