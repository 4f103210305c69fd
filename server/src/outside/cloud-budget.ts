/** How much one mailbox may ask of its provider: so many calls at once, so many units a second, and none while told to wait. */
import { setTimeout as sleep } from "node:timers/promises";
import { limitConcurrency } from "#lib/limit-concurrency.ts";

export type Budget = {
  /** Runs the call when its turn has come; `units` is what the provider counts it as. */
  take<T>(units: number, call: () => Promise<T>): Promise<T>;
  /** The provider said not to come before then. */
  restUntil(moment: number): void;
  /** Until when nothing may be asked, in milliseconds; in the past where all is well. */
  readonly restsUntil: number;
  /** Nothing under way, and nothing used up that is not back. */
  readonly isIdle: boolean;
};

export type BudgetLimits = {
  atOnce: number;
  unitsPerSecond: number;
  /** After a rest, as many seconds' worth may go at once. */
  burstSeconds?: number;
};

export function openBudget({ atOnce, unitsPerSecond, burstSeconds = 1 }: BudgetLimits): Budget {
  const inTurn = limitConcurrency(atOnce);
  let restsUntil = 0;
  let underWay = 0;
  /** When all units are back. */
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

/** One budget for each mailbox, however often it is opened. */
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
