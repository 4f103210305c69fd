import type { MailMerge, MergeCheck, MergeGap } from "@intellibox/contract/endpoints/mail-merges";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { grouped } from "#lib/format.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { checkQuery, useChangeRecipient, useKeepMerge, useLeaveOutGaps } from "#api/mail-merges.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { inputClass } from "#components/ui/field.tsx";
import { SectionPanel } from "#components/ui/section-panel.tsx";
import { MergePreview } from "./merge-preview.tsx";
import type { Step } from "./merge-words.ts";

/** Shows what is missing and each recipient's mail. */
export function CheckStep({ merge, onStep }: { merge: MailMerge; onStep: (step: Step) => void }) {
  const { data, error, refetch } = useQuery(checkQuery(merge.id));
  const [at, setAt] = useState(0);
  if (!data && error) return <Failed message={messageOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-40 w-full" />;
  if (data.ready === 0)
    return (
      <Alert kind="warn" action={<Button onClick={() => onStep("recipients")}>{t("Add recipients")}</Button>}>
        {t("Nobody would get this mail. Add recipients first.")}
      </Alert>
    );
  return (
    <>
      <Problems check={data} />
      {data.gapCount > 0 && <Gaps merge={merge} check={data} onShow={setAt} />}
      <MergePreview id={merge.id} at={Math.min(at, data.ready - 1)} gaps={data.gaps} onAt={setAt} />
    </>
  );
}

/** The reasons that prevent a start, without gaps, which have a list of their own. */
export function Problems({ check: { problems, gapCount } }: { check: MergeCheck }) {
  if (problems.length === 0) return <Alert kind="ok">{t("Nothing is missing.")}</Alert>;
  return (
    <div className="flex flex-col gap-2">
      {problems.map((problem) => (
        <Alert key={problem} kind={gapCount > 0 ? "warn" : "bad"}>
          {problem}
        </Alert>
      ))}
    </div>
  );
}

type GapsProps = { merge: MailMerge; check: MergeCheck; onShow: (at: number) => void };

function Gaps({ merge, check: { gaps, gapCount }, onShow }: GapsProps) {
  const leaveOut = useLeaveOutGaps(merge.id);
  const names = [...new Set(gaps.flatMap(({ missing }) => missing))];
  return (
    <SectionPanel
      title={t("Missing values")}
      hint={gapCount > gaps.length ? t("The first {count}", { count: grouped(gaps.length) }) : undefined}
      actions={
        gapCount > 1 && (
          <Button size="sm" busy={leaveOut.isPending} onClick={() => leaveOut.mutate()}>
            {t("Leave all {count} out", { count: grouped(gapCount) })}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4 px-4 pb-4">
        {names.map((name) => (
          <FallbackForm key={name} merge={merge} name={name} />
        ))}
        <ul className="flex max-h-80 flex-col divide-y divide-line overflow-y-auto border-t border-line">
          {gaps.map((gap) => (
            <GapRow key={gap.id} merge={merge} gap={gap} onShow={() => onShow(gap.at)} />
          ))}
        </ul>
      </div>
    </SectionPanel>
  );
}

/** One value for everybody who has none. */
function FallbackForm({ merge, name }: { merge: MailMerge; name: string }) {
  const [value, setValue] = useState(merge.fallbacks[name] ?? "");
  const keep = useKeepMerge(merge);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (value.trim()) keep.mutate({ fallbacks: { ...merge.fallbacks, [name]: value } });
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <label className="min-w-0 flex-1 text-sm font-medium text-text">
        {t("For everybody without {name}", { name: `{${name}}` })}
        <input
          type="text"
          maxLength={1000}
          value={value}
          onChange={({ target }) => setValue(target.value)}
          className={`mt-1.5 h-input ${inputClass}`}
        />
      </label>
      <Button type="submit" size="field" busy={keep.isPending} disabled={!value.trim()}>
        {t("Use for all")}
      </Button>
      {keep.error && (
        <Alert kind="bad" className="w-full">
          {messageOf(keep.error)}
        </Alert>
      )}
    </form>
  );
}

function GapRow({ merge, gap, onShow }: { merge: MailMerge; gap: MergeGap; onShow: () => void }) {
  const [values, setValues] = useState<Record<string, string>>({});
  const change = useChangeRecipient(merge.id);
  const isComplete = gap.missing.every((name) => values[name]?.trim());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete) change.mutate({ recipientId: gap.id, values });
  };
  return (
    <li className="py-3">
      <form onSubmit={submit} className="flex flex-wrap items-center gap-2">
        <button
          type="button"
          onClick={onShow}
          className="min-w-40 flex-1 truncate text-start text-sm text-accent-text hover:underline"
          title={gap.address}
        >
          {gap.address}
        </button>
        {gap.missing.map((name) => (
          <input
            key={name}
            type="text"
            aria-label={t("{name} of {address}", { name, address: gap.address })}
            placeholder={name}
            maxLength={1000}
            value={values[name] ?? ""}
            onChange={({ target }) => setValues({ ...values, [name]: target.value })}
            className={`h-control max-w-36 ${inputClass}`}
          />
        ))}
        <Button type="submit" size="sm" busy={change.isPending} disabled={!isComplete}>
          {t("Save")}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          aria-label={t("Leave out {address}", { address: gap.address })}
          onClick={() => change.mutate({ recipientId: gap.id, leftOut: true })}
        >
          {t("Leave out")}
        </Button>
      </form>
    </li>
  );
}
