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

/** How far back a run came: the oldest tenth is left out, because mail that was imported can be older than what is around it. */
export function backTo(dates: readonly Date[]): Date | undefined {
  const newestFirst = dates.toSorted((a, b) => b.getTime() - a.getTime());
  return newestFirst[Math.floor((newestFirst.length - 1) * 0.9)];
}
