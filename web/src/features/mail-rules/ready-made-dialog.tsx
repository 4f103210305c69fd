import type { RuleContent } from "@intellibox/contract/endpoints/mail-rule-fields";
import { describeRule } from "@intellibox/contract/rules/describe-mail-rule";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { messageOf } from "#lib/http/api-error.ts";
import { readyMadeQuery } from "#api/mail-rules.ts";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { Modal } from "#components/ui/modal.tsx";

type ReadyMadeDialogProps = { onChoose: (rule: RuleContent) => void; onClose: () => void };

/** Rules to begin with. Each one opens the form, in which it can be changed. */
export function ReadyMadeDialog({ onChoose, onClose }: ReadyMadeDialogProps) {
  const { data, error, refetch } = useQuery(readyMadeQuery);
  return (
    <Modal
      title={t("Ready-made rules")}
      description={t("Choose one and change it as you like. Nothing is switched on before you save it.")}
      width="lg"
      onClose={onClose}
    >
      {!data && error && <Failed message={messageOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-60 w-full" />}
      <ul className="grid gap-3 md:grid-cols-2">
        {data?.map(({ key, description, rule }) => (
          <li key={key} className="flex flex-col gap-1.5 rounded-panel border border-line p-3.5">
            <h3 className="text-base font-medium text-text">{rule.name}</h3>
            <p className="text-sm text-text-2">{description}</p>
            <p className="flex-1 text-xs text-text-3 [overflow-wrap:anywhere]">{describeRule(rule)}</p>
            <Button
              size="sm"
              className="self-start"
              aria-label={t("Use this rule: {name}", { name: rule.name })}
              onClick={() => onChoose(rule)}
            >
              {t("Use this rule")}
            </Button>
          </li>
        ))}
      </ul>
    </Modal>
  );
}
