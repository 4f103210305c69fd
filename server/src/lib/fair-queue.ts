import { AppError } from "./errors.ts";

/** Whose work it is. */
export type Owner = { tenantId: string; userId: string };

/** The program's own work, in jobs and tests. */
export const nobody: Owner = { tenantId: "", userId: "" };

export type QueueLimits = {
  /** How much of one user may wait. */
  perUser: number;
  /** How much may wait in all. */
  inAll: number;
};

type Options<Item> = {
  limits?: QueueLimits | undefined;
  /** Of one user's items the lowest goes first; without it the oldest. */
  rank?: (item: Item) => number;
};

/**
 * A queue in which companies take turns, and within a company its users: who brings a lot waits for the own work, not others for
 * it. Who brings more than may wait is refused.
 */
export class FairQueue<Item> {
  readonly #companies = new Map<string, Map<string, Item[]>>();
  readonly #limits: QueueLimits | undefined;
  readonly #rank: ((item: Item) => number) | undefined;
  #size = 0;

  constructor({ limits, rank }: Options<Item> = {}) {
    this.#limits = limits;
    this.#rank = rank;
  }

  get size() {
    return this.#size;
  }

  push({ tenantId, userId }: Owner, item: Item) {
    const own = this.#companies.get(tenantId)?.get(userId)?.length ?? 0;
    if (this.#limits && own >= this.#limits.perUser) throw tooMuchOfYours();
    if (this.#limits && this.#size >= this.#limits.inAll) throw tooMuchOfAll();
    const users = this.#companies.get(tenantId) ?? new Map<string, Item[]>();
    const items = users.get(userId) ?? [];
    items.push(item);
    users.set(userId, items);
    this.#companies.set(tenantId, users);
    this.#size++;
  }

  /** The next one, of a company for which `mayRun` holds. That company and that user then go to the end of their lines. */
  take(mayRun: (tenantId: string) => boolean = () => true): { tenantId: string; item: Item } | undefined {
    for (const [tenantId, users] of this.#companies) {
      if (!mayRun(tenantId)) continue;
      const [first] = users;
      if (!first) continue;
      const [userId, items] = first;
      const [item] = items.splice(this.#lowest(items), 1) as [Item];
      this.#size--;
      toEnd(users, userId, items.length > 0);
      toEnd(this.#companies, tenantId, users.size > 0);
      return { tenantId, item };
    }
    return undefined;
  }

  /** Takes one out of the queue; false where it is not in it. */
  remove({ tenantId, userId }: Owner, item: Item): boolean {
    const users = this.#companies.get(tenantId);
    const items = users?.get(userId);
    const at = items?.indexOf(item) ?? -1;
    if (!users || !items || at < 0) return false;
    items.splice(at, 1);
    this.#size--;
    if (items.length === 0) users.delete(userId);
    if (users.size === 0) this.#companies.delete(tenantId);
    return true;
  }

  /** Empties it. */
  drain(): Item[] {
    const all: Item[] = [];
    for (let next = this.take(); next; next = this.take()) all.push(next.item);
    return all;
  }

  #lowest(items: Item[]): number {
    const rank = this.#rank;
    if (!rank) return 0;
    return items.reduce((best, item, at) => (rank(item) < rank(items[best] as Item) ? at : best), 0);
  }
}

function toEnd<Value>(line: Map<string, Value>, key: string, stays: boolean) {
  const value = line.get(key) as Value;
  line.delete(key);
  if (stays) line.set(key, value);
}

const retryAfter = 5;
const tooMuchOfYours = () =>
  new AppError("rate_limited", "You have asked for a lot at once. Please wait until some of it is done.", {
    retryAfter,
  });
const tooMuchOfAll = () =>
  new AppError("unavailable", "The server is busy. Please try again in a few seconds.", { retryAfter });

/** Counts what runs of each company, and says who may begin where only so much runs at once. */
export class Shares {
  readonly #size: number;
  readonly #running = new Map<string, number>();
  #inAll = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** Where all places are taken there is one more, for a company that has none: it does not wait for somebody else's long work. */
  readonly mayRun = (tenantId: string) =>
    this.#inAll < this.#size || (this.#inAll === this.#size && !this.#running.has(tenantId));

  begin(tenantId: string) {
    this.#running.set(tenantId, (this.#running.get(tenantId) ?? 0) + 1);
    this.#inAll++;
  }

  end(tenantId: string) {
    const left = (this.#running.get(tenantId) ?? 1) - 1;
    if (left > 0) this.#running.set(tenantId, left);
    else this.#running.delete(tenantId);
    this.#inAll--;
  }
}
