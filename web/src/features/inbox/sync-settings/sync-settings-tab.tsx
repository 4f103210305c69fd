import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { t } from "@intellibox/contract/text/t";
import { useId, useState } from "react";
import { mailboxName } from "#lib/mail/mailbox-name.ts";
import { Link } from "#lib/router/link.tsx";
import { Empty, PageSkeleton } from "#components/ui/async-states.tsx";
import { NativeSelect } from "#components/ui/native-select.tsx";
import { MailboxPanel } from "./mailbox-panel.tsx";

type SyncSettingsTabProps = {
  mailboxes: readonly ConnectedMailbox[] | undefined;
  /** The mailbox that the list shows, whose settings are shown first. */
  shown: string;
  onFailure: (message: string | null) => void;
  onSync: (mailboxId: string) => void;
};

/** The settings of each mailbox: how it is named, when and how far it is synced. */
export function SyncSettingsTab({ mailboxes, shown, onFailure, onSync }: SyncSettingsTabProps) {
  const id = useId();
  const [chosen, setChosen] = useState(shown);
  if (!mailboxes) return <PageSkeleton />;
  const mailbox = mailboxes.find((one) => one.id === chosen) ?? mailboxes[0];
  if (!mailbox)
    return (
      <Empty className="h-full">
        <p>{t("No mailbox is connected yet.")}</p>
        <Link to="/inbox?tab=connections" className="text-accent-text underline">
          {t("Connect a mailbox")}
        </Link>
      </Empty>
    );
  return (
    <div className="mx-auto flex w-full max-w-[800px] flex-col gap-6 p-4 md:p-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold text-text">{t("Sync Settings")}</h2>
        {mailboxes.length > 1 && (
          <>
            <label htmlFor={id} className="sr-only">
              {t("Mailbox")}
            </label>
            <NativeSelect
              id={id}
              className="w-80 max-w-full max-md:w-full"
              value={mailbox.id}
              options={mailboxes.map((box) => ({
                value: box.id,
                label: mailboxName(box.email, box.provider, box.name),
              }))}
              onChange={setChosen}
            />
          </>
        )}
      </div>
      <MailboxPanel key={mailbox.id} {...{ mailbox, onFailure, onSync }} />
    </div>
  );
}
