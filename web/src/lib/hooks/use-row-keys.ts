import { t } from "@intellibox/contract/text/t";
import type { RefObject } from "react";
import { useShortcuts } from "./shortcuts.ts";

/**
 * The keys j and k move the focus from row to row of a list, as in the inbox. In each row one control is marked by `data-row`: it gets
 * the focus, and Enter presses it.
 */
export function useRowKeys(list: RefObject<HTMLElement | null>) {
  const move = (step: 1 | -1) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
    const at = indexOfFocus(rows, list.current);
    const next = at < 0 ? rows.at(step > 0 ? 0 : -1) : (rows[at + step] ?? rows[at]);
    next?.focus();
  };
  useShortcuts([
    { label: t("Next message"), group: t("Inbox"), keys: "j", run: () => move(1) },
    { label: t("Previous message"), group: t("Inbox"), keys: "k", run: () => move(-1) },
  ]);
}

/** The row that has the focus in it or in its details below; -1 if the focus is not in the list. */
function indexOfFocus(rows: readonly HTMLElement[], list: HTMLElement | null) {
  const focused = document.activeElement;
  if (!focused || !list?.contains(focused)) return -1;
  const isBefore = (row: HTMLElement) => row.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING;
  return rows.findLastIndex((row) => row === focused || isBefore(row));
}
