import type { MailRule } from "@intellibox/contract/endpoints/mail-rules";
import { ruleUndoDays } from "@intellibox/contract/rules/mail-rules";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ruleHistoryQuery, useUndoRuns } from "#api/mail-rules.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { ChoiceChips } from "#components/ui/segmented.tsx";
import { SelectField } from "#components/ui/select.tsx";
import { spanOf } from "./time-span.ts";
import { undoneInWords } from "./undo-words.ts";

type UndoDialogProps = {
  rules: readonly MailRule[];
  /** The filters of the history, which the undo begins with. */
  start: { ruleId?: string; from?: string; to?: string };
  onClose: () => void;
};

type Span = "hour" | "day" | "all" | "own";
const spans: { value: Span; label: string }[] = [
  { value: "hour", label: t("Last hour") },
  { value: "day", label: t("Last 24 hours") },
  { value: "all", label: t("All that can be undone") },
  { value: "own", label: t("Other time") },
];
const hours: Partial<Record<Span, number>> = { hour: 1, day: 24, all: 24 * ruleUndoDays };

/** Undoes what one rule or all rules did in a time. It says how much that is before it does it. */
export function UndoDialog({ rules, start, onClose }: UndoDialogProps) {
  const [ruleId, setRuleId] = useState(start.ruleId ?? "");
  const [span, setSpan] = useState<Span>(start.from || start.to ? "own" : "hour");
  const [since, setSince] = useState(start.from ?? "");
  const [until, setUntil] = useState(start.to ?? "");
  // The moment at which the dialog opened, so that the count and the undo mean the same mails.
  const [now] = useState(() => Date.now());
  const length = hours[span];
  const chosen = span === "own" ? spanOf(since, until) : {};
  const time = length ? { from: new Date(now - length * 3_600_000).toISOString() } : chosen;
  const what = { ...(ruleId && { ruleId }), ...time };
  const isChosen = Object.keys(what).length > 0;
  const { data, isPlaceholderData } = useQuery({
    ...ruleHistoryQuery({ ...what, outcome: "done", limit: 1 }),
    enabled: isChosen,
  });
  const undo = useUndoRuns();
  const count = isChosen && !isPlaceholderData ? data?.total : undefined;
  return (
    <Modal
      title={t("Undo what rules did")}
      description={t("Mail that was sent stays sent, and what you changed since stays as it is.")}
      onClose={onClose}
      footer={
        undo.data ? (
          <Button variant="primary" onClick={onClose}>
            {t("Close")}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t("Cancel")}</Button>
            <Button
              variant="danger"
              disabled={!count}
              busy={undo.isPending}
              busyLabel={t("Undoing…")}
              onClick={() => undo.mutate(what)}
            >
              {count ? t("Undo {count, plural, one {# action} other {# actions}}", { count }) : t("Undo")}
            </Button>
          </>
        )
      }
    >
      {undo.data ? (
        <Alert kind={undo.data.left.length > 0 ? "warn" : "ok"}>{undoneInWords(undo.data)}</Alert>
      ) : (
        <div className="flex flex-col gap-5">
          {undo.error && <Alert kind="bad">{undo.error.message}</Alert>}
          <SelectField
            label={t("Rule")}
            options={[
              { value: "", label: t("All rules") },
              ...rules.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={ruleId}
            onChange={setRuleId}
          />
          <div className="flex flex-col gap-1.5">
            <p className="text-sm font-medium text-text">{t("Time")}</p>
            <ChoiceChips label={t("Time")} choices={spans} value={span} onChange={setSpan} />
          </div>
          {span === "own" && (
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField
                label={t("Since")}
                type="datetime-local"
                value={since}
                onChange={({ target }) => setSince(target.value)}
              />
              <TextField
                label={t("Until")}
                type="datetime-local"
                value={until}
                onChange={({ target }) => setUntil(target.value)}
              />
            </div>
          )}
          <p role="status" className="text-sm text-text-2">
            {!isChosen && t("Choose a rule or a time.")}
            {isChosen && count === 0 && t("There is nothing to undo.")}
          </p>
        </div>
      )}
    </Modal>
  );
}
