import type { MailRule } from "@intellibox/contract/endpoints/mail-rules";
import { describeRule } from "@intellibox/contract/rules/describe-mail-rule";
import { t } from "@intellibox/contract/text/t";
import { useEffect } from "react";
import { useTryRule } from "#api/mail-rules.ts";
import { Button } from "#components/ui/button.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { ruleContentOf } from "./rule-draft.ts";
import { TryResults } from "./try-results.tsx";

/** Shows what a stored rule would do with the newest mails. */
export function TryDialog({ rule, onClose }: { rule: MailRule; onClose: () => void }) {
  const trying = useTryRule();
  const { mutate } = trying;
  useEffect(() => mutate(ruleContentOf(rule)), [mutate, rule]);
  return (
    <Modal
      title={t("Try {name}", { name: rule.name })}
      description={describeRule(rule)}
      width="lg"
      onClose={onClose}
      footer={
        <>
          {trying.error && <Button onClick={() => mutate(ruleContentOf(rule))}>{t("Try again")}</Button>}
          <Button onClick={onClose}>{t("Close")}</Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <TryResults trying={trying} />
      </div>
    </Modal>
  );
}
