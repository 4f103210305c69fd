import type { MailboxSettings } from "@intellibox/contract/endpoints/mailbox-settings";
import { t } from "@intellibox/contract/text/t";
import { ChoiceSetting } from "./setting.tsx";
import { type SettingProps, useSetting } from "./use-setting.ts";

const standard = "default";
const depths = [
  { value: "30", label: t("30 days") },
  { value: "90", label: t("90 days") },
  { value: "365", label: t("1 year") },
  { value: "0", label: t("All mail") },
];

const labelOf = (days: string) =>
  depths.find(({ value }) => value === days)?.label ??
  t("{count, plural, one {# day} other {# days}}", { count: Number(days) });

/** A depth that was set by the API is listed, too. */
const depthsWith = (value: string) =>
  value === standard || depths.some((one) => one.value === value)
    ? depths
    : [...depths, { value, label: labelOf(value) }];

/** Null: nothing is loaded by itself. */
const defaultLabel = (days: number | null) =>
  days === null ? t("Default (only when you ask)") : t("Default ({value})", { value: labelOf(String(days)) });

/** Chooses how far back the mail of a mailbox is loaded. */
export function HistoryDepth({ settings, ...props }: SettingProps & { settings: MailboxSettings }) {
  const { save, isBusy, pending } = useSetting(props);
  const { historyDays: days = props.mailbox.history.days } = pending;
  const value = days === null ? standard : String(days);
  return (
    <ChoiceSetting
      label={t("How far back mail is loaded")}
      hint={t("Older mail is loaded in the background as far back as you choose; mail that is already here stays.")}
      options={[{ value: standard, label: defaultLabel(settings.defaultHistoryDays) }, ...depthsWith(value)]}
      onChange={(chosen) => save({ historyDays: chosen === standard ? null : Number(chosen) })}
      {...{ value, isBusy }}
    />
  );
}
