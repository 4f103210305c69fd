import { t } from "@intellibox/contract/text/t";
import { AppError } from "./errors.ts";

export type Owner = { tenantId: string; userId: string };

/** The owner of the program's own work, in jobs and tests. */
export const noOwner: Owner = { tenantId: "", userId: "" };

export type QueueLimits = {
  /** The most items of one user that may wait. */
  perUser: number;
  /** The most items that may wait in total. */
  inAll: number;
};

type Options<Item> = {
  limits?: QueueLimits | undefined;
  /** Of one user's items the one with the lowest rank is taken first; without a rank, the oldest. */
  rank?: (item: Item) => number;
};

/**
 * A round-robin queue by company, and within a company by user: a user with many items delays only their own. An item beyond the
 * limits is refused.
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
    if (this.#limits && own >= this.#limits.perUser) throw tooManyOfUser();
    if (this.#limits && this.#size >= this.#limits.inAll) throw tooManyInAll();
    const users = this.#companies.get(tenantId) ?? new Map<string, Item[]>();
    const items = users.get(userId) ?? [];
    items.push(item);
    users.set(userId, items);
    this.#companies.set(tenantId, users);
    this.#size++;
  }

  /** Takes the next item of a company for which `mayRun` holds. That company and user then move to the end of their queues. */
  take(mayRun: (tenantId: string) => boolean = () => true): { tenantId: string; item: Item } | undefined {
    for (const [tenantId, users] of this.#companies) {
      if (!mayRun(tenantId)) continue;
      const [first] = users;
      if (!first) continue;
      const [userId, items] = first;
      const [item] = items.splice(this.#lowest(items), 1) as [Item];
      this.#size--;
      moveToEnd(users, userId, items.length > 0);
      moveToEnd(this.#companies, tenantId, users.size > 0);
      return { tenantId, item };
    }
    return undefined;
  }

  /** Returns false if the item is not in the queue. */
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

  /** Removes and returns all items. */
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

function moveToEnd<Value>(queue: Map<string, Value>, key: string, stays: boolean) {
  const value = queue.get(key) as Value;
  queue.delete(key);
  if (stays) queue.set(key, value);
}

const retryAfter = 5;
const tooManyOfUser = () =>
  new AppError("rate_limited", t("You have asked for a lot at once. Please wait until some of it is done."), {
    retryAfter,
  });
const tooManyInAll = () =>
  new AppError("unavailable", t("The server is busy. Please try again in a few seconds."), { retryAfter });

/** Counts the running tasks of each company, and decides which company may start another. */
export class TenantSlots {
  readonly #size: number;
  readonly #running = new Map<string, number>();
  #inAll = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** When all slots are taken there is one more, for a company that has none, so that it does not wait for long work of others. */
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
