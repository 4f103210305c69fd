// How far back a mailbox's mail is loaded by itself, a run at a time, after its newest messages are there.
import { oldestKept } from "#db/retention-days.ts";
import type { MailboxRow } from "./mailbox-key.ts";

/** How many older messages one request to the provider chooses. They are fetched in batches, and a run may end after each. */
export const historyLimit = 500;

/** Then a run ends at its next batch, so that other mailboxes get its sync slot. */
export const historyTurnMs = 15_000;

/** In days; 0 for all mail, "off" for only what a user asks for. */
export type HistoryDays = number | "off";

type HistoryState = Pick<MailboxRow, "cursor" | "hasOlder" | "remaining" | "isHistoryDone" | "historyDays">;

export const historyDaysOf = ({ historyDays }: Pick<MailboxRow, "historyDays">, config: { historyDays: HistoryDays }) =>
  historyDays ?? config.historyDays;

/** Whether older mail is still to be loaded without being asked for. */
export const wantsHistory = (row: HistoryState, config: { historyDays: HistoryDays }): boolean =>
  row.cursor !== null &&
  (row.hasOlder || row.remaining > 0) &&
  !row.isHistoryDone &&
  historyDaysOf(row, config) !== "off";

/** Mail from before this moment is not loaded by itself: it is older than the chosen depth, or than retention keeps. */
export function historyStart(days: HistoryDays, now: Date, retentionStart?: Date): Date | undefined {
  const chosen = days === "off" ? now : oldestKept(days, now);
  if (!chosen || !retentionStart) return chosen ?? retentionStart;
  return chosen > retentionStart ? chosen : retentionStart;
}

type Progress = HistoryState & Pick<MailboxRow, "olderCount" | "historyBackTo" | "messageCount">;

/**
 * About how many messages are still loaded by themselves; null if nothing tells. Up to a chosen day, the mail that is here says how much
 * comes in a day, and the server how much there is at most.
 */
export function leftToLoad(row: Progress, config: { historyDays: HistoryDays }, now: Date): number | null {
  const { remaining, hasOlder, olderCount, historyBackTo, messageCount } = row;
  if (!hasOlder || !wantsHistory(row, config)) return remaining;
  const all = olderCount === null ? null : remaining + olderCount;
  const start = historyStart(historyDaysOf(row, config), now);
  if (!start) return all;
  const [whole, passed] = [now.getTime() - start.getTime(), now.getTime() - (historyBackTo ?? now).getTime()];
  if (passed <= 0) return all;
  const estimate = Math.round((messageCount * Math.max(0, whole - passed)) / passed);
  return Math.max(remaining, Math.min(estimate, all ?? estimate));
}

/** How far back a run came: the oldest tenth is left out, because mail that was imported can be older than what is around it. */
export function backTo(dates: readonly Date[]): Date | undefined {
  const newestFirst = dates.toSorted((a, b) => b.getTime() - a.getTime());
  return newestFirst[Math.floor((newestFirst.length - 1) * 0.9)];
}
