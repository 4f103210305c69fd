import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { t } from "@intellibox/contract/text/t";
import { useId } from "react";
import { messageOf } from "#lib/http/api-error.ts";
import { useUpdateMailbox } from "#api/inbox.ts";
import { NativeSelect } from "#components/ui/native-select.tsx";

type HistoryDepthProps = { mailboxes: readonly ConnectedMailbox[]; onFailure: (message: string) => void };

const standard = "default";
const depths = [
  { value: standard, label: t("Default") },
  { value: "30", label: t("30 days") },
  { value: "90", label: t("90 days") },
  { value: "365", label: t("1 year") },
  { value: "0", label: t("All mail") },
];

/** A depth that was set by the API is listed, too. */
const depthsWith = (value: string) =>
  depths.some((one) => one.value === value)
    ? depths
    : [...depths, { value, label: t("{count, plural, one {# day} other {# days}}", { count: Number(value) }) }];

/** Chooses how far back the mail of each mailbox is loaded. Nothing if no mailbox has a server. */
export function HistoryDepth({ mailboxes, onFailure }: HistoryDepthProps) {
  const update = useUpdateMailbox();
  const id = useId();
  const remote = mailboxes.filter(({ type }) => type !== "local");
  if (remote.length === 0) return null;
  return (
    <fieldset className="flex max-w-xl flex-col gap-2" aria-describedby={`${id}-note`}>
      <legend className="text-sm font-medium text-text">{t("How far back mail is loaded")}</legend>
      <p id={`${id}-note`} className="text-xs text-text-3">
        {t("Older mail is loaded in the background as far back as you choose; mail that is already here stays.")}
      </p>
      {remote.map(({ id: mailboxId, email, history }) => {
        const value = history.days === null ? standard : String(history.days);
        return (
          <div key={mailboxId} className="flex items-center justify-between gap-3">
            <label htmlFor={`${id}-${mailboxId}`} className="min-w-0 truncate text-sm text-text">
              {email}
            </label>
            <NativeSelect
              id={`${id}-${mailboxId}`}
              className="w-36 shrink-0"
              {...{ value, options: depthsWith(value) }}
              disabled={update.isPending}
              onChange={(chosen) =>
                update.mutate(
                  { id: mailboxId, historyDays: chosen === standard ? null : Number(chosen) },
                  { onError: (error) => onFailure(`${email}: ${messageOf(error, t("The setting was not saved"))}`) },
                )
              }
            />
          </div>
        );
      })}
    </fieldset>
  );
}
