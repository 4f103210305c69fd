import type { MailMerge } from "@intellibox/contract/endpoints/mail-merges";
import { maxMergeRate } from "@intellibox/contract/rules/mail-merge";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";
import { dateTime, grouped } from "#lib/format.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { localInputValue } from "#lib/mail/send-later.ts";
import { senderChoices, senderValue } from "#lib/mail/sender-choices.ts";
import { useSignedIn } from "#lib/session/session.ts";
import { mailboxesQuery } from "#api/inbox.ts";
import { checkQuery, type KeptMerge, useKeepMerge, useStartMerge } from "#api/mail-merges.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { Checkbox } from "#components/ui/checkbox.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { Field, NumberField, TextField } from "#components/ui/field.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { Problems } from "./check-step.tsx";
import type { Step } from "./merge-words.ts";

/** Chooses from where, how fast and when, and starts. */
export function StartStep({ merge, onStep }: { merge: MailMerge; onStep: (step: Step) => void }) {
  const check = useQuery(checkQuery(merge.id));
  const keep = useKeepMerge(merge);
  const save = (changes: KeptMerge) => keep.mutate(changes);
  const [when, setWhen] = useState<When>(merge.startAt ? "later" : "now");
  // Otherwise a run whose time is missing or over would start at once.
  const hasTime = when === "now" || (merge.startAt !== null && merge.startAt.getTime() > Date.now());
  return (
    <>
      <FromField merge={merge} onChange={save} />
      <RateField merge={merge} ready={check.data?.ready ?? 0} onChange={(ratePerMinute) => save({ ratePerMinute })} />
      <TimeField merge={merge} when={when} onWhen={setWhen} onChange={(startAt) => save({ startAt })} />
      <Checkbox
        checked={merge.tracked}
        onChange={({ target }) => save({ tracked: target.checked })}
        label={t("Count opens and clicks")}
        hint={t("A small picture and links that lead through this server tell you who opened the mail.")}
      />
      {keep.error && <Alert kind="bad">{messageOf(keep.error)}</Alert>}
      {!check.data && check.error && <Failed message={messageOf(check.error)} onRetry={() => void check.refetch()} />}
      {!check.data && !check.error && <Skeleton className="h-12 w-full" />}
      {check.data && check.data.problems.length > 0 && (
        <>
          <Problems check={check.data} />
          <Button className="self-start" onClick={() => onStep("check")}>
            {t("Back to Check")}
          </Button>
        </>
      )}
      {check.data && (
        <StartButton merge={merge} ready={check.data.ready} isPossible={hasTime && check.data.problems.length === 0} />
      )}
    </>
  );
}

function FromField({
  merge,
  onChange,
}: {
  merge: MailMerge;
  onChange: (sender: Pick<MailMerge, "mailboxId" | "fromAccount">) => void;
}) {
  const { user } = useSignedIn();
  const { data: mailboxes = [] } = useQuery(mailboxesQuery);
  const mailboxId = merge.mailboxId ?? "";
  const email = mailboxes.find(({ id }) => id === mailboxId)?.email;
  const alias = mailboxId && merge.fromAccount && merge.fromAccount !== email ? merge.fromAccount : "";
  const value = senderValue({ mailboxId, alias });
  const choices = senderChoices(mailboxes, user.email, { mailboxId, alias });
  const options = choices.some((choice) => choice.value === value)
    ? choices
    : [{ value, label: user.email }, ...choices];
  return (
    <Field label={t("From")} className="max-w-sm">
      {(control) => (
        <NativeSelect
          {...control}
          className="block"
          options={options}
          value={value}
          onChange={(chosen) => {
            const choice = choices.find((one) => one.value === chosen);
            onChange({ mailboxId: choice?.mailboxId || null, fromAccount: choice?.alias || null });
          }}
        />
      )}
    </Field>
  );
}

type RateFieldProps = { merge: MailMerge; ready: number; onChange: (rate: number) => void };

function RateField({ merge, ready, onChange }: RateFieldProps) {
  const [typed, setTyped] = useState(String(merge.ratePerMinute));
  const rate = Number(typed);
  const isValid = Number.isInteger(rate) && rate >= 1 && rate <= maxMergeRate;
  const minutes = isValid ? Math.ceil(ready / rate) : 0;
  return (
    <NumberField
      label={t("Mails per minute")}
      className="max-w-48"
      min={1}
      max={maxMergeRate}
      step={1}
      value={typed}
      error={isValid ? undefined : t("Choose a number from 1 to {most}.", { most: String(maxMergeRate) })}
      hint={
        minutes > 0 ? t("About {minutes, plural, one {# minute} other {# minutes}} for all", { minutes }) : undefined
      }
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => isValid && rate !== merge.ratePerMinute && onChange(rate)}
    />
  );
}

type When = "now" | "later";
const whens: { value: When; label: string }[] = [
  { value: "now", label: t("At once") },
  { value: "later", label: t("At a time") },
];

type TimeFieldProps = {
  merge: MailMerge;
  when: When;
  onWhen: (when: When) => void;
  onChange: (startAt: string | null) => void;
};

function TimeField({ merge, when, onWhen, onChange }: TimeFieldProps) {
  const [typed, setTyped] = useState(merge.startAt ? localInputValue(merge.startAt) : "");
  const moment = new Date(typed);
  const isPast = typed !== "" && !(moment.getTime() > Date.now());
  const choose = (next: When) => {
    onWhen(next);
    if (next === "now") onChange(null);
    else if (typed && !isPast) onChange(moment.toISOString());
  };
  return (
    <div className="flex flex-col gap-3">
      <Segmented label={t("When it starts")} choices={whens} value={when} onChange={choose} className="self-start" />
      {when === "later" && (
        <TextField
          label={t("Date and time")}
          type="datetime-local"
          className="max-w-64"
          min={localInputValue(new Date())}
          value={typed}
          error={isPast ? t("Choose a time in the future.") : undefined}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => typed && !isPast && onChange(moment.toISOString())}
        />
      )}
    </div>
  );
}

function StartButton({ merge, ready, isPossible }: { merge: MailMerge; ready: number; isPossible: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const start = useStartMerge(merge.id);
  const isLater = merge.startAt !== null && merge.startAt.getTime() > Date.now();
  return (
    <>
      <Button
        variant="primary"
        size="lg"
        className="self-start"
        icon={<Send className="size-4" aria-hidden="true" />}
        disabled={!isPossible}
        onClick={() => setIsAsking(true)}
      >
        {t("Send to {count, plural, one {# person} other {# people}}", { count: ready })}
      </Button>
      {isAsking && (
        <Confirm
          title={t("Send this mail to {count, plural, one {# person} other {# people}}?", { count: ready })}
          action={isLater ? t("Schedule") : t("Start sending")}
          danger={false}
          busy={start.isPending}
          error={start.error ? messageOf(start.error) : undefined}
          onConfirm={() => start.mutate(ready)}
          onCancel={() => setIsAsking(false)}
        >
          {isLater && merge.startAt
            ? t("It starts {moment}. You can cancel it before.", { moment: dateTime(merge.startAt) })
            : t("{count} mails a minute leave from now on. You can pause or cancel the rest.", {
                count: grouped(merge.ratePerMinute),
              })}
        </Confirm>
      )}
    </>
  );
}
