import { describeRule } from "@intellibox/contract/rules/describe-mail-rule";
import { maxRuleFileCharacters, type RuleFileFormat } from "@intellibox/contract/rules/mail-rules";
import { t } from "@intellibox/contract/text/t";
import { useRef, useState } from "react";
import { messageOf } from "#lib/http/api-error.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { type ReadRules, useAddRules, useReadRuleFile } from "#api/mail-rules.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Modal } from "#components/ui/modal.tsx";

const formatNames: Record<RuleFileFormat, string> = {
  json: "JSON",
  gmail: t("Gmail filters"),
  sieve: t("Sieve"),
};

/** Reads rules from a file. The user chooses which of them are added; all of them are off at first. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const read = useReadRuleFile();
  const add = useAddRules();
  const isTooLarge = file !== null && file.size > maxRuleFileCharacters * 4;

  const choose = (next: File | undefined) => {
    if (!next) return;
    setFile(next);
    read.reset();
    add.reset();
    if (next.size > maxRuleFileCharacters * 4) return;
    read.mutate(next, { onSuccess: ({ rules }) => setChosen(new Set(rules.keys())) });
  };
  const run = () =>
    add.mutate(read.data?.rules.filter((_, at) => chosen.has(at)) ?? [], {
      onSuccess: ({ added, error }) => {
        if (error) return;
        toast.success(
          t("{added, plural, one {# rule was added. It is off.} other {# rules were added. They are off.}}", { added }),
          screenToast,
        );
        onClose();
      },
    });
  const failure = add.data?.error
    ? t("{added, plural, =0 {No rule was added.} one {# rule was added.} other {# rules were added.}} {reason}", {
        added: add.data.added,
        reason: messageOf(add.data.error),
      })
    : read.error?.message;
  return (
    <Modal
      title={t("Import rules")}
      description={t(
        "A filter file of Gmail (mailFilters.xml), a Sieve script, or a file of rules that was saved here.",
      )}
      width="lg"
      onClose={onClose}
      keepOnOutsideClick
      footer={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button
            variant="primary"
            disabled={!read.data || chosen.size === 0 || add.data !== undefined}
            busy={add.isPending}
            busyLabel={t("Adding…")}
            onClick={run}
          >
            {chosen.size > 0
              ? t("Add {count, plural, one {# rule} other {# rules}}", { count: chosen.size })
              : t("Add rules")}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <input
          ref={input}
          type="file"
          accept=".xml,.siv,.sieve,.json,.txt"
          aria-label={t("File to import")}
          className="sr-only"
          tabIndex={-1}
          onChange={({ target }) => {
            choose(target.files?.[0]);
            target.value = "";
          }}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button busy={read.isPending} busyLabel={t("Reading…")} onClick={() => input.current?.click()}>
            {t("Choose a file")}
          </Button>
          <span className="min-w-0 truncate text-sm text-text-2">{file?.name}</span>
        </div>
        {isTooLarge && <Alert kind="bad">{t("Files over 4 MB cannot be imported")}</Alert>}
        {failure && <Alert kind="bad">{failure}</Alert>}
        {read.data && <Preview found={read.data} chosen={chosen} onChange={setChosen} />}
      </div>
    </Modal>
  );
}

type PreviewProps = {
  found: ReadRules;
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
};

function Preview({ found: { format, rules, problems }, chosen, onChange }: PreviewProps) {
  const toggle = (at: number, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(at);
    else next.delete(at);
    onChange(next);
  };
  return (
    <section aria-label={t("Preview")} className="flex flex-col gap-3">
      <p role="status" className="text-sm text-text-2">
        {t("{format}: {count, plural, =0 {no rules} one {# rule} other {# rules}}", {
          format: formatNames[format],
          count: rules.length,
        })}
      </p>
      {problems.length > 0 && (
        <Alert kind="warn">
          <p className="font-medium">{t("Not everything in the file can be a rule here:")}</p>
          <ul className="max-h-40 list-disc overflow-y-auto ps-4">
            {[...new Set(problems)].map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </Alert>
      )}
      <ul className="flex flex-col gap-2">
        {rules.map((rule, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rules of a file may be the same
          <li key={at}>
            <Checkbox
              label={rule.name}
              hint={describeRule(rule)}
              checked={chosen.has(at)}
              onChange={({ target }) => toggle(at, target.checked)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
