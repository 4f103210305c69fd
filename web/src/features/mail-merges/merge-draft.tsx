import type { MailMerge } from "@intellibox/contract/endpoints/mail-merges";
import { t } from "@intellibox/contract/text/t";
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef } from "react";
import { classNames } from "#lib/class-names.ts";
import { Link } from "#lib/router/link.tsx";
import { useSearchParams } from "#lib/router/router.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Page } from "#components/ui/page.tsx";
import { CheckStep } from "./check-step.tsx";
import { MailStep } from "./mail-step.tsx";
import { stepNames as names, type Step, steps } from "./merge-words.ts";
import { RecipientsStep } from "./recipients-step.tsx";
import { StartStep } from "./start-step.tsx";
import { useDraft } from "./use-draft.ts";

/** A mail merge that was not started: four steps, whose content is kept on the server. */
export function MergeDraft({ merge }: { merge: MailMerge }) {
  const [search, setSearch] = useSearchParams();
  const asked = search.get("step");
  const step = steps.find((name) => name === asked) ?? "recipients";
  const draft = useDraft(merge);
  const go = async (next: Step) => {
    if (await draft.save()) setSearch({ run: merge.id, step: next });
  };
  const following = steps[steps.indexOf(step) + 1];
  return (
    <Page
      heading={draft.text.subject || t("New mail merge")}
      description={saveWords(draft)}
      actions={
        <Link to="/mail-merge" className={buttonClass()}>
          <ArrowLeft className="size-4 rtl:-scale-x-100" aria-hidden="true" />
          {t("All mail merges")}
        </Link>
      }
    >
      {draft.isBehind && (
        <Alert kind="warn" className="m-4 mb-0 shrink-0">
          {t("This draft was changed in another window. Your text here is not saved yet. Which text should stay?")}
          <div className="mt-2 flex flex-wrap gap-2">
            <Button size="sm" onClick={draft.keepOwn}>
              {t("Keep my text")}
            </Button>
            <Button size="sm" onClick={draft.takeSaved}>
              {t("Take the other text")}
            </Button>
          </div>
        </Alert>
      )}
      <StepNav step={step} onStep={(next) => void go(next)} />
      <StepPanel key={step} name={names[step]} isFirst={asked === null}>
        {step === "recipients" && <RecipientsStep merge={merge} />}
        {step === "mail" && <MailStep merge={merge} draft={draft} />}
        {step === "check" && <CheckStep merge={merge} onStep={(next) => void go(next)} />}
        {step === "start" && <StartStep merge={merge} onStep={(next) => void go(next)} />}
        {following && (
          <div className="flex justify-end">
            <Button variant="primary" onClick={() => void go(following)}>
              {t("Next: {step}", { step: names[following] })}
            </Button>
          </div>
        )}
      </StepPanel>
    </Page>
  );
}

type SaveState = Pick<ReturnType<typeof useDraft>, "failure" | "isSaving" | "isBehind">;

const saveWords = ({ failure, isSaving, isBehind }: SaveState) =>
  isBehind
    ? t("Not saved")
    : failure
      ? t("Not saved: {failure}", { failure })
      : isSaving
        ? t("Saving…")
        : t("Draft, saved");

function StepNav({ step, onStep }: { step: Step; onStep: (step: Step) => void }) {
  return (
    <nav aria-label={t("Steps")} className="shrink-0 overflow-x-auto border-b border-line px-4 py-2 md:px-5">
      <ol className="flex gap-1">
        {steps.map((name, at) => (
          <li key={name}>
            <button
              type="button"
              aria-current={name === step ? "step" : undefined}
              onClick={() => onStep(name)}
              className={classNames(
                "flex h-control items-center gap-2 rounded-control px-2 text-sm whitespace-nowrap sm:px-3",
                name === step ? "bg-selected font-medium text-accent-text" : "text-text-2 hover:bg-hover",
              )}
            >
              <span aria-hidden="true" className="tabular-nums max-sm:hidden">
                {at + 1}
              </span>
              {names[name]}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

type StepPanelProps = { name: string; isFirst: boolean; children: React.ReactNode };

/** Takes the focus when the step changes, so that the keyboard and screen readers go on at its beginning. */
function StepPanel({ name, isFirst, children }: StepPanelProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isFirst) panel.current?.focus();
  }, [isFirst]);
  return (
    <section
      ref={panel}
      aria-label={name}
      tabIndex={-1}
      className="min-h-0 flex-1 overflow-y-auto p-4 outline-none md:p-6"
    >
      <div className="flex max-w-3xl flex-col gap-6">{children}</div>
    </section>
  );
}
