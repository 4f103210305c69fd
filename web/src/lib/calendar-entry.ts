import { calendarFile } from "@intellibox/contract/rules/calendar-file";
import { momentOf } from "@intellibox/contract/rules/wall-time";
import { t } from "@intellibox/contract/text/t";
import { saveFile } from "./http/download.ts";
import { newKey } from "./http/keys.ts";
import { timeZone } from "./time-zone.ts";

type Action = { action: string; owner: string; due: string; source: string };

/** Saves an action as a calendar file. Returns false if it has no valid due date. */
export function saveCalendarEntry({ action, owner, due, source }: Action): boolean {
  const start = momentOf(due, timeZone());
  if (!start) return false;
  const title = action.trim() || t("Action");
  const notes = [owner && t("Owner: {owner}", { owner }), source && t("Source: {source}", { source })]
    .filter(Boolean)
    .join("\n");
  const file = calendarFile({ uid: `${newKey()}@intellibox`, title, notes, start, now: new Date() });
  saveFile(new Blob([file], { type: "text/calendar;charset=utf-8" }), `${fileName(title)}.ics`);
  return true;
}

/** Keeps letters and digits of any script, and removes everything that has a meaning for a file system or a shell. */
const fileName = (title: string) =>
  title
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 60) || "action";
