import { t } from "@intellibox/contract/text/t";
import { CalendarClock, Check, ChevronDown, Send } from "lucide-react";
import { type FormEvent, useState } from "react";
import { dateTime } from "#lib/format.ts";
import type { MailOutcome } from "#lib/mail/mail-outcome.ts";
import { laterChoices, localInputValue } from "#lib/mail/send-later.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/field.tsx";
import { ariaKeys, KeyCaps } from "../ui/key-cap.tsx";
import { Popover } from "../ui/popover.tsx";

type SendButtonProps = {
  label: string;
  isSending: boolean;
  progress: number;
  disabled: boolean;
  /** The state of this same mail, if it was sent before. A second press then asks first. */
  state?: MailOutcome["state"] | null;
  /** The time of a scheduled mail that is being edited; it is kept unless another one is chosen. */
  planned?: Date | undefined;
  onSend: (sendAt?: Date) => void;
};

const stateWords: Record<MailOutcome["state"], string> = {
  undoable: t("Sending…"),
  sending: t("Sending…"),
  scheduled: t("Scheduled"),
  waiting: t("Waiting"),
  sent: t("Sent"),
  unconfirmed: t("Unconfirmed"),
  failed: "",
  cancelled: "",
};

/** Sends now, or at a chosen time. */
export function SendButton(props: SendButtonProps) {
  const { label, isSending, progress, disabled, state = null, planned, onSend } = props;
  const Icon = state === "sent" ? Check : Send;
  const busyLabel =
    progress > 0 && progress < 1 ? t("Sending {percent} %", { percent: Math.round(progress * 100) }) : t("Sending…");
  return (
    <div className="flex shrink-0">
      <Button
        variant="primary"
        className="rounded-e-none"
        icon={<Icon className="size-4" aria-hidden="true" />}
        busy={isSending}
        busyLabel={busyLabel}
        disabled={disabled}
        aria-keyshortcuts={ariaKeys("mod+enter")}
        onClick={() => onSend(planned)}
      >
        {(state && stateWords[state]) || label}
        <span className="hidden xl:inline-flex">
          <KeyCaps
            keys="mod+enter"
            className="ms-2 [&_kbd]:border-white/40 [&_kbd]:bg-transparent [&_kbd]:text-white"
          />
        </span>
      </Button>
      <Popover
        label={t("Send later")}
        className="w-80 p-3"
        trigger={
          <Button
            variant="primary"
            aria-label={t("Send later")}
            disabled={disabled || isSending}
            className="rounded-s-none border-s border-white/25 !px-2"
            icon={<ChevronDown className="size-4" aria-hidden="true" />}
          />
        }
      >
        {(close) => (
          <SendLaterForm
            onNow={
              planned &&
              (() => {
                close();
                onSend();
              })
            }
            onChoose={(moment) => {
              close();
              onSend(moment);
            }}
          />
        )}
      </Popover>
    </div>
  );
}

const choiceClass =
  "flex min-h-8 w-full items-center justify-between gap-3 rounded-item px-2 text-sm whitespace-nowrap hover:bg-hover pointer-coarse:min-h-11";

type SendLaterFormProps = { onChoose: (moment: Date) => void; onNow?: (() => void) | undefined };

/** Offers a few common times, and a field for any other. */
export function SendLaterForm({ onChoose, onNow }: SendLaterFormProps) {
  const [chosen, setChosen] = useState(() => localInputValue(laterChoices()[1]?.at ?? new Date()));
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const moment = new Date(chosen);
    if (Number.isNaN(moment.getTime())) return setError(t("Choose a day and a time."));
    if (moment.getTime() <= Date.now()) return setError(t("Choose a time in the future."));
    onChoose(moment);
  };
  return (
    <>
      <p className="px-1 pb-2 text-sm font-semibold">{t("Send later")}</p>
      <ul className="pb-3">
        {onNow && (
          <li>
            <button type="button" onClick={onNow} className={choiceClass}>
              {t("Send now")}
            </button>
          </li>
        )}
        {laterChoices().map(({ label, at }) => (
          <li key={label}>
            <button type="button" onClick={() => onChoose(at)} className={choiceClass}>
              {label}
              <span className="text-xs text-text-3 tabular-nums">{dateTime(at)}</span>
            </button>
          </li>
        ))}
      </ul>
      <form onSubmit={submit} noValidate className="flex flex-col gap-3 border-t border-line px-1 pt-3">
        <TextField
          label={t("Date and time")}
          type="datetime-local"
          min={localInputValue(new Date())}
          value={chosen}
          error={error}
          onChange={(event) => setChosen(event.target.value)}
        />
        <Button type="submit" variant="primary" icon={<CalendarClock className="size-4" aria-hidden="true" />}>
          {t("Schedule")}
        </Button>
      </form>
    </>
  );
}
