import type { PriorityPart } from "@intellibox/contract/rules/priorities";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { unreadPartsQuery } from "#api/priorities.ts";
import { TabList } from "#components/ui/tabs.tsx";

type PartTabsProps = { part: PriorityPart | undefined; onPart: (part: PriorityPart | undefined) => void };

/** All mail of the inbox, or one of its parts. The unread mail of the parts is counted once one of them is open. */
export function PartTabs({ part, onPart }: PartTabsProps) {
  const { data: unread } = useQuery({ ...unreadPartsQuery, enabled: part !== undefined });
  const labelOf = (name: string, count = 0) => (
    <>
      {name}
      {count > 0 && (
        <>
          <span aria-hidden="true" className="ms-1.5 tabular-nums text-text-3">
            {count}
          </span>
          <span className="sr-only">, {t("{count} unread", { count })}</span>
        </>
      )}
    </>
  );
  return (
    <TabList
      label={t("Parts of the inbox")}
      tabs={[
        { value: "all", label: t("All") },
        { value: "important", label: labelOf(t("Important"), unread?.important) },
        { value: "other", label: labelOf(t("Other"), unread?.other) },
      ]}
      value={part ?? "all"}
      onChange={(value) => onPart(value === "all" ? undefined : value)}
      hasLine
      className="flex shrink-0 gap-4 border-b border-line px-4"
      tabClass="h-9 rounded-item text-xs font-medium text-text-3 hover:text-text aria-selected:text-text pointer-coarse:h-12"
    />
  );
}
