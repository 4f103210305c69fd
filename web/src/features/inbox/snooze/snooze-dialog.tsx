import { snoozeChoices, snoozeRefusal } from "@intellibox/contract/rules/snooze";
import { momentOf, wallText } from "@intellibox/contract/rules/wall-time";
import { t } from "@intellibox/contract/text/t";
import { CalendarClock } from "lucide-react";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { timeZone } from "#lib/time-zone.ts";
import { Button } from "#components/ui/button.tsx";
import { TextField } from "#components/ui/field.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { snoozeMoment } from "./snooze-words.ts";

type SnoozeDialogProps = {
  count: number;
  /** The moment that the messages are snoozed to already. */
  current: Date | undefined;
  /** Null brings the messages back now. */
  onPick: (until: Date | null) => void;
  onClose: () => void;
  now?: Date;
};

const choiceClass =
  "flex min-h-9 w-full items-center justify-between gap-4 rounded-item px-2.5 py-1.5 text-start text-sm text-text hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-11";

/** Asks until when messages are snoozed. The arrow keys move between the choices. */
export function SnoozeDialog({ count, current, onPick, onClose, now: given }: SnoozeDialogProps) {
  // The moments stay as they were shown, even if the dialog is open for long.
  const [now] = useState(() => given ?? new Date());
  const first = useRef<HTMLButtonElement>(null);
  const choices = snoozeChoices(now, timeZone());
  const pick = (until: Date | null) => {
    onClose();
    onPick(until);
  };
  return (
    <Modal
      title={t("{count, plural, =1 {Snooze message} other {Snooze # messages}}", { count })}
      description={current ? t("Comes back {moment}.", { moment: snoozeMoment(current, now) }) : described(count)}
      width="sm"
      onClose={onClose}
      initialFocus={first}
    >
      <ul onKeyDown={moveFocus}>
        {choices.map(({ label, until }, index) => (
          <li key={label}>
            <button
              ref={index === 0 ? first : undefined}
              type="button"
              className={choiceClass}
              onClick={() => pick(until)}
            >
              {label}
              <span className="text-xs text-text-3 tabular-nums">{snoozeMoment(until, now)}</span>
            </button>
          </li>
        ))}
        {current && (
          <li>
            <button type="button" className={choiceClass} onClick={() => pick(null)}>
              {t("Bring back now")}
            </button>
          </li>
        )}
      </ul>
      <MomentForm start={current ?? choices.at(-1)?.until ?? now} now={now} onChoose={pick} />
    </Modal>
  );
}

const described = (count: number) =>
  t(
    "{count, plural, =1 {It comes back unread on top of the inbox, with its thread.} other {They come back unread on top of the inbox, with their threads.}}",
    { count },
  );

/** The arrow keys move between the choices, as in a menu. */
function moveFocus(event: KeyboardEvent<HTMLUListElement>) {
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const wanted: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  const next = wanted[event.key];
  if (next === undefined || at < 0) return;
  event.preventDefault();
  buttons.at(next % buttons.length)?.focus();
}

type MomentFormProps = { start: Date; now: Date; onChoose: (until: Date) => void };

function MomentForm({ start, now, onChoose }: MomentFormProps) {
  const inputValue = (moment: Date) => wallText(moment, timeZone()).replace(" ", "T");
  const [typed, setTyped] = useState(() => inputValue(start));
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const until = momentOf(typed, timeZone());
    const refusal = until
      ? snoozeRefusal(until, new Date(Math.max(now.getTime(), Date.now())))
      : t("Choose a day and a time.");
    if (until && !refusal) onChoose(until);
    else setError(refusal);
  };
  return (
    <form onSubmit={submit} noValidate className="mt-2 flex items-start gap-2 border-t border-line pt-3">
      <TextField
        label={t("Pick a date and time")}
        type="datetime-local"
        className="min-w-0 flex-1"
        min={inputValue(now)}
        value={typed}
        error={error}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button
        type="submit"
        variant="primary"
        size="field"
        className="mt-[26px]"
        icon={<CalendarClock className="size-4" aria-hidden="true" />}
      >
        {t("Snooze")}
      </Button>
    </form>
  );
}
