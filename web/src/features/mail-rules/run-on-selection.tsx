import { describeRule } from "@intellibox/contract/rules/describe-mail-rule";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#lib/http/api-error.ts";
import { rulesQuery } from "#api/mail-rules.ts";
import { Empty, Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { RunDialog } from "./run-dialog.tsx";

type RunOnSelectionProps = { messageIds: readonly string[]; onClose: () => void };

/** Chooses a rule, and runs it on the chosen mails. */
export function RunOnSelection({ messageIds, onClose }: RunOnSelectionProps) {
  const { data, error, refetch } = useQuery(rulesQuery);
  const [ruleId, setRuleId] = useState("");
  const rule = data?.items.find(({ id }) => id === ruleId);
  if (rule) return <RunDialog rule={rule} messageIds={messageIds} onClose={onClose} />;
  return (
    <Modal title={t("Run a rule")} onClose={onClose}>
      {!data && error && <Failed message={messageOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-40 w-full" />}
      {data?.items.length === 0 && <Empty>{t("There are no rules yet.")}</Empty>}
      <ul className="-mx-2 flex flex-col">
        {data?.items.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              onClick={() => setRuleId(item.id)}
              className="flex min-h-11 w-full flex-col items-start rounded-control px-2 py-1.5 text-start hover:bg-hover"
            >
              <span dir="auto" className="text-base font-medium text-text">
                {item.name}
              </span>
              <span dir="auto" className="text-xs text-text-3 [overflow-wrap:anywhere]">
                {describeRule(item)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
