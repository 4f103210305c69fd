import type { MailRule } from "@intellibox/contract/endpoints/mail-rules";
import { describeRule } from "@intellibox/contract/rules/describe-mail-rule";
import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import { useRunRule, useUndoRuns } from "#api/mail-rules.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { RunRows } from "./run-rows.tsx";
import { undoneInWords } from "./undo-words.ts";

type RunDialogProps = {
  rule: MailRule;
  /** The chosen mails; without them the newest ones. */
  messageIds?: readonly string[];
  onClose: () => void;
};

const sizes = ["50", "100", "200", "500"] as const;

/** Runs a rule on mail that is there already. It asks first, and its result can be undone. */
export function RunDialog({ rule, messageIds, onClose }: RunDialogProps) {
  const [newest, setNewest] = useState<(typeof sizes)[number]>("100");
  const run = useRunRule();
  const undo = useUndoRuns();
  const result = run.data;
  const undoable = result?.runs.filter((entry) => entry.canUndo) ?? [];
  const start = () =>
    run.mutate({ id: rule.id, ...(messageIds ? { messageIds: [...messageIds] } : { newest: Number(newest) }) });
  return (
    <Modal
      title={t("Run {name}", { name: rule.name })}
      description={describeRule(rule)}
      width={result ? "lg" : "md"}
      keepOnOutsideClick={run.isPending}
      onClose={onClose}
      footer={
        result ? (
          <>
            {undoable.length > 0 && !undo.data && (
              <Button
                busy={undo.isPending}
                busyLabel={t("Undoing…")}
                onClick={() => undo.mutate({ runIds: undoable.map(({ id }) => id) })}
              >
                {t("Undo")}
              </Button>
            )}
            <Button variant="primary" onClick={onClose}>
              {t("Close")}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{t("Cancel")}</Button>
            <Button variant="primary" busy={run.isPending} busyLabel={t("Running…")} onClick={start}>
              {t("Run now")}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {!result && (
          <>
            {messageIds ? (
              <p className="text-base text-text-2">
                {t(
                  "The rule acts on {count, plural, one {the chosen mail} other {those of the # chosen mails}} that it matches.",
                  {
                    count: messageIds.length,
                  },
                )}
              </p>
            ) : (
              <SelectField
                label={t("On which mails")}
                options={sizes.map((value) => ({ value, label: t("The newest {count}", { count: value }) }))}
                value={newest}
                onChange={setNewest}
                hint={t("The rule acts on those that it matches, also while it is off. Most of it can be undone.")}
              />
            )}
            {run.error && <Alert kind="bad">{run.error.message}</Alert>}
          </>
        )}
        {result && (
          <>
            <p role="status" className="text-base text-text-2">
              {t("{hits} of {tried, plural, one {# mail} other {# mails}} matched.", {
                hits: result.hits,
                tried: result.tried,
              })}
            </p>
            {undo.error && <Alert kind="bad">{undo.error.message}</Alert>}
            {undo.data && <Alert kind={undo.data.left.length > 0 ? "warn" : "ok"}>{undoneInWords(undo.data)}</Alert>}
            <RunRows runs={result.runs} />
          </>
        )}
      </div>
    </Modal>
  );
}
