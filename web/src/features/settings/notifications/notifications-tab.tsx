import type { NotificationSettings } from "@intellibox/contract/endpoints/notifications";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { timeZone } from "#lib/time-zone.ts";
import { mailboxesQuery } from "#api/inbox.ts";
import { notificationsQuery, useChangeNotifications } from "#api/notifications.ts";
import { Failed, PageSkeleton } from "#components/ui/async-states.tsx";
import { Switch } from "#components/ui/checkbox.tsx";
import { Page } from "#components/ui/page.tsx";
import { Part } from "../part.tsx";
import { BriefingByMail } from "./briefing-by-mail.tsx";
import { DeviceList } from "./device-list.tsx";
import { QuietHoursFields } from "./quiet-hours-fields.tsx";
import { ThisDevice } from "./this-device.tsx";

/** Which mail notifies, when, and on which devices. Every change is saved at once. */
export function NotificationsTab() {
  const { data, error, refetch } = useQuery(notificationsQuery);
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return (
    <Page width="form">
      <div className="flex flex-col gap-10">
        <ThisDevice publicKey={data.publicKey} device={data.devices.find(({ isCurrent }) => isCurrent)} />
        <Choices settings={data.settings} />
        <BriefingByMail />
        <DeviceList devices={data.devices} />
      </div>
    </Page>
  );
}

type ChoicesProps = { settings: NotificationSettings };

function Choices({ settings }: ChoicesProps) {
  const save = useChangeNotifications();
  // The clock of the device at which the person last changed something.
  const change = (changes: Partial<NotificationSettings>) => save({ timeZone: timeZone(), ...changes });
  const { isOn, hidesContent, onlyPeople, onlyImportant, quietHours } = settings;
  return (
    <>
      <Part title={t("New mail")}>
        <Switch
          label={t("Notify me of new mail")}
          hint={t("On all devices that are listed below.")}
          checked={isOn}
          onChange={(event) => change({ isOn: event.target.checked })}
        />
        {isOn && (
          <>
            <Switch
              label={t("Hide sender and subject")}
              hint={t("Others can read a notification on a locked screen.")}
              checked={hidesContent}
              onChange={(event) => change({ hidesContent: event.target.checked })}
            />
            <Switch
              label={t("Only people")}
              hint={t("Senders that you have saved or written to, and colleagues.")}
              checked={onlyPeople}
              onChange={(event) => change({ onlyPeople: event.target.checked })}
            />
            <Switch
              label={t("Only important")}
              hint={t("Mail that is addressed to you, and not from a list or a program.")}
              checked={onlyImportant}
              onChange={(event) => change({ onlyImportant: event.target.checked })}
            />
          </>
        )}
      </Part>
      {isOn && <Mailboxes settings={settings} onChange={change} />}
      {isOn && (
        <Part title={t("Quiet hours")}>
          <QuietHoursFields
            hours={quietHours}
            zone={settings.timeZone}
            onChange={(hours) => change({ quietHours: hours })}
          />
        </Part>
      )}
    </>
  );
}

type MailboxesProps = ChoicesProps & { onChange: (changes: Partial<NotificationSettings>) => void };

function Mailboxes({ settings: { silentMailboxes }, onChange }: MailboxesProps) {
  const { data = [] } = useQuery(mailboxesQuery);
  if (data.length < 2) return null;
  const known = data.map(({ id }) => id);
  const toggle = (id: string, notifies: boolean) => {
    const rest = silentMailboxes.filter((one) => one !== id && known.includes(one));
    onChange({ silentMailboxes: notifies ? rest : [...rest, id] });
  };
  return (
    <Part title={t("Mailboxes")}>
      {data.map(({ id, email }) => (
        <Switch
          key={id}
          label={<span className="[overflow-wrap:anywhere]">{email}</span>}
          checked={!silentMailboxes.includes(id)}
          onChange={(event) => toggle(id, event.target.checked)}
        />
      ))}
    </Part>
  );
}
