/** Limits the calls of one mailbox to its provider: concurrent calls, units per second, and a pause if the provider asks for one. */
import { setTimeout as sleep } from "node:timers/promises";
import { limitConcurrency } from "#lib/limit-concurrency.ts";

export type Budget = {
  /** Runs the call as soon as the limits allow; `units` is the call's cost in the provider's quota. */
  take<T>(units: number, call: () => Promise<T>): Promise<T>;
  /** Pauses all calls until then, because the provider said so. */
  restUntil(moment: number): void;
  /** The end of the pause, in milliseconds since 1970; in the past if there is none. */
  readonly restsUntil: number;
  /** No call is running, and all units are available again. */
  readonly isIdle: boolean;
};

export type BudgetLimits = {
  maxConcurrent: number;
  unitsPerSecond: number;
  /** Unused units are saved up for at most this many seconds. */
  burstSeconds?: number;
};

export function openBudget({ maxConcurrent, unitsPerSecond, burstSeconds = 1 }: BudgetLimits): Budget {
  const inTurn = limitConcurrency(maxConcurrent);
  let restsUntil = 0;
  let underWay = 0;
  /** The time at which all used units are available again. */
  let paidAt = 0;

  const pay = async (units: number) => {
    paidAt = Math.max(paidAt, Date.now()) + (units / unitsPerSecond) * 1000;
    const wait = paidAt - Date.now() - burstSeconds * 1000;
    if (wait > 0) await sleep(wait);
  };
  return {
    take: (units, call) => {
      underWay++;
      return inTurn(async () => {
        await pay(units);
        return call();
      }).finally(() => underWay--);
    },
    restUntil: (moment) => {
      restsUntil = Math.max(restsUntil, moment);
    },
    get restsUntil() {
      return restsUntil;
    },
    get isIdle() {
      return underWay === 0 && paidAt < Date.now() && restsUntil < Date.now();
    },
  };
}

/** Returns the same budget each time a mailbox is opened. */
export function openBudgets(limits: BudgetLimits): (mailboxId: string) => Budget {
  const budgets = new Map<string, Budget>();
  return (mailboxId) => {
    const known = budgets.get(mailboxId);
    if (known) return known;
    if (budgets.size >= 1000) for (const [id, { isIdle }] of budgets) if (isIdle) budgets.delete(id);
    const budget = openBudget(limits);
    budgets.set(mailboxId, budget);
    return budget;
  };
}
