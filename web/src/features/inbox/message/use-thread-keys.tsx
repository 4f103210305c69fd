import { t } from "@intellibox/contract/text/t";
import { ArrowDownToLine, ArrowUpToLine } from "lucide-react";
import type { RefObject } from "react";
import { useShortcuts } from "#lib/hooks/shortcuts.ts";

const group = t("Inbox");

/** Registers the keys that go to the next and the previous message of the open thread, and unfold it. */
export function useThreadKeys(pane: RefObject<HTMLElement | null>) {
  const step = (by: 1 | -1) => {
    const all = [...(pane.current?.querySelectorAll<HTMLElement>("[data-thread-message]") ?? [])];
    const target = threadStep(all, document.activeElement, by);
    if (!target) return;
    if (target.getAttribute("aria-expanded") === "false") target.click();
    target.focus();
    target.scrollIntoView({ block: "nearest" });
  };
  useShortcuts([
    {
      ...{ label: t("Next message of the conversation"), group, keys: "n", repeats: true, run: () => step(1) },
      icon: <ArrowDownToLine className="size-4" />,
    },
    {
      ...{
        label: t("Previous message of the conversation"),
        group,
        keys: "shift+n",
        repeats: true,
        run: () => step(-1),
      },
      icon: <ArrowUpToLine className="size-4" />,
    },
  ]);
}

/** The message after or before the one that has the focus. Without a focus there, the open message counts as having it. */
export function threadStep(all: readonly HTMLElement[], focused: Element | null, by: 1 | -1): HTMLElement | undefined {
  const has = focused instanceof HTMLElement ? all.indexOf(focused) : -1;
  const from = has >= 0 ? has : all.findIndex((one) => one.dataset.threadMessage === "open");
  return all[Math.max(0, Math.min(all.length - 1, from + by))];
}
