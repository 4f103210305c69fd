import { CalendarClock, ChevronDown, Send } from "lucide-react";
import { type FormEvent, useState } from "react";
import { dateTime } from "#lib/format.ts";
import { laterChoices, localInputValue } from "#lib/send-later.ts";
import { Button } from "./button.tsx";
import { TextField } from "./field.tsx";
import { ariaKeys, KeyCaps } from "./key-cap.tsx";
import { Popover } from "./popover.tsx";

type SendButtonProps = {
  label: string;
  isSending: boolean;
  progress: number;
  disabled: boolean;
  onSend: (sendAt?: Date) => void;
};

/** Sends now, or at a chosen time. */
export function SendButton({ label, isSending, progress, disabled, onSend }: SendButtonProps) {
  const busyLabel = progress > 0 && progress < 1 ? `Sending ${Math.round(progress * 100)} %` : "Sending…";
  return (
    <div className="flex shrink-0">
      <Button
        variant="primary"
        className="rounded-r-none"
        icon={<Send className="size-4" aria-hidden="true" />}
        busy={isSending}
        busyLabel={busyLabel}
        disabled={disabled}
        aria-keyshortcuts={ariaKeys("mod+enter")}
        onClick={() => onSend()}
      >
        {label}
        <span className="hidden xl:inline-flex">
          <KeyCaps
            keys="mod+enter"
            className="ml-2 [&_kbd]:border-white/40 [&_kbd]:bg-transparent [&_kbd]:text-white"
          />
        </span>
      </Button>
      <Popover
        label="Send later"
        className="w-80 p-3"
        trigger={
          <Button
            variant="primary"
            aria-label="Send later"
            disabled={disabled || isSending}
            className="rounded-l-none border-l border-white/25 !px-2"
            icon={<ChevronDown className="size-4" aria-hidden="true" />}
          />
        }
      >
        {(close) => (
          <Later
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

function Later({ onChoose }: { onChoose: (moment: Date) => void }) {
  const [chosen, setChosen] = useState(() => localInputValue(laterChoices()[1]?.at ?? new Date()));
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const moment = new Date(chosen);
    if (Number.isNaN(moment.getTime())) return setError("Choose a day and a time.");
    if (moment.getTime() <= Date.now()) return setError("Choose a time in the future.");
    onChoose(moment);
  };
  return (
    <>
      <h3 className="px-1 pb-2 text-sm font-semibold">Send later</h3>
      <ul className="pb-3">
        {laterChoices().map(({ label, at }) => (
          <li key={label}>
            <button
              type="button"
              onClick={() => onChoose(at)}
              className="flex min-h-8 w-full items-center justify-between gap-3 rounded-item px-2 text-sm whitespace-nowrap hover:bg-hover pointer-coarse:min-h-11"
            >
              {label}
              <span className="text-xs text-text-3 tabular-nums">{dateTime(at)}</span>
            </button>
          </li>
        ))}
      </ul>
      <form onSubmit={submit} noValidate className="flex flex-col gap-3 border-t border-line px-1 pt-3">
        <TextField
          label="Date and time"
          type="datetime-local"
          min={localInputValue(new Date())}
          value={chosen}
          error={error}
          onChange={(event) => setChosen(event.target.value)}
        />
        <Button type="submit" variant="primary" icon={<CalendarClock className="size-4" aria-hidden="true" />}>
          Schedule
        </Button>
      </form>
    </>
  );
}
