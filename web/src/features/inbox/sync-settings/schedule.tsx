import type { MailboxSettings } from "@intellibox/contract/endpoints/mailbox-settings";
import { t } from "@intellibox/contract/text/t";
import { Switch } from "#components/ui/checkbox.tsx";
import { ChoiceSetting } from "./setting.tsx";
import { type SettingProps, useSetting } from "./use-setting.ts";

const standard = "default";
const usual = [1, 2, 5, 10, 15, 30, 60];

const minuteWords = (count: number) => t("{count, plural, one {Every minute} other {Every # minutes}}", { count });

/** How often the mailbox is synced, and whether its server announces new mail. */
export function Schedule({ settings, ...props }: SettingProps & { settings: MailboxSettings }) {
  const { save, isBusy, pending } = useSetting(props);
  const { syncMinutes, defaultSyncMinutes, canPush, wantsPush } = { ...settings, ...pending };
  const value = syncMinutes === null ? standard : String(syncMinutes);
  // An interval that was set by the API is listed, too.
  const minutes = syncMinutes === null || usual.includes(syncMinutes) ? usual : [...usual, syncMinutes];
  const options = [
    { value: standard, label: t("Default ({interval})", { interval: minuteWords(defaultSyncMinutes) }) },
    ...minutes.map((count) => ({ value: String(count), label: minuteWords(count) })),
  ];
  return (
    <>
      {canPush && (
        <Switch
          label={t("Instant delivery")}
          hint={t("The server announces new mail, so that it is here within seconds.")}
          checked={wantsPush}
          disabled={isBusy}
          onChange={({ target }) => save({ wantsPush: target.checked })}
        />
      )}
      <ChoiceSetting
        label={t("How often mail is fetched")}
        hint={
          canPush && wantsPush
            ? t("With instant delivery, this only brings what an announcement missed.")
            : t("New mail is here after this time at the latest, or when you press Sync.")
        }
        onChange={(chosen) => save({ syncMinutes: chosen === standard ? null : Number(chosen) })}
        {...{ value, options, isBusy }}
      />
    </>
  );
}
