import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLiveEvent } from "#lib/http/live.ts";
import { rich } from "#lib/rich.ts";
import { Link } from "#lib/router/link.tsx";
import { mailboxSettingsQuery } from "#api/mailbox-settings.ts";
import { Failed, Skeleton } from "#components/ui/async-states.tsx";
import { Switch } from "#components/ui/checkbox.tsx";
import { Aliases } from "./aliases.tsx";
import { AttachmentLoading } from "./attachment-loading.tsx";
import { DefaultSender } from "./default-sender.tsx";
import { Deleting } from "./deleting.tsx";
import { DraftPreparing } from "./draft-preparing.tsx";
import { FollowedFolders } from "./followed-folders.tsx";
import { FromName } from "./from-name.tsx";
import { HistoryDepth } from "./history-depth.tsx";
import { LeavingOnServer } from "./leaving-on-server.tsx";
import { MailboxState } from "./mailbox-state.tsx";
import { NameAndColor } from "./name-and-color.tsx";
import { Resync } from "./resync.tsx";
import { Schedule } from "./schedule.tsx";
import { Settings } from "./setting.tsx";
import { Signature } from "./signature.tsx";
import { type SettingProps, useSetting } from "./use-setting.ts";

/** All settings of one mailbox. */
export function MailboxPanel({ onSync, ...props }: SettingProps & { onSync: (mailboxId: string) => void }) {
  const { mailbox } = props;
  const { data: settings, error, refetch } = useQuery(mailboxSettingsQuery(mailbox.id));
  const { messages } = mailbox.counts;
  const counted = useRef(messages);
  useEffect(() => {
    // The size changes with the mail.
    if (counted.current !== messages) void refetch();
    counted.current = messages;
  }, [messages, refetch]);
  // Also when attachments were loaded in the background.
  useLiveEvent("mailboxes", () => void refetch());
  if (error && !settings) return <Failed message={error.message} onRetry={() => void refetch()} />;
  if (!settings) return <Skeleton className="h-96 w-full" />;
  return (
    <div className="flex flex-col gap-6">
      <MailboxState {...props} settings={settings} onSync={onSync} />
      <Settings title={t("Name and colour")}>
        <NameAndColor {...props} />
      </Settings>
      <Settings title={t("Receiving")}>
        <Schedule {...props} settings={settings} />
        {mailbox.type !== "local" && <HistoryDepth {...props} settings={settings} />}
        {mailbox.type !== "local" && <AttachmentLoading {...props} isLeft={settings.leavesFiles} />}
        {settings.leaveOnServer !== null && <LeavingOnServer {...props} isLeft={settings.leaveOnServer} />}
        <Deleting {...props} />
        {mailbox.type !== "local" && <Resync {...props} />}
      </Settings>
      <FollowedFolders {...props} />
      <Settings title={t("Writing")}>
        <DefaultSender {...props} />
        <FromName {...props} settings={settings} />
        <Signature {...props} settings={settings} />
        <Aliases {...props} />
        {mailbox.keepsDrafts !== null && <DraftKeeping {...props} />}
        <DraftPreparing {...props} preparesFor={settings.preparesFor} />
        <p className="text-xs text-text-3">
          {rich(
            "What holds for all mailboxes, such as the one that new mail starts from, is in <profile>My Profile</profile>.",
            {
              profile: (text) => (
                <Link to="/profile" className="text-accent-text underline">
                  {text}
                </Link>
              ),
            },
          )}
        </p>
      </Settings>
    </div>
  );
}

function DraftKeeping(props: SettingProps) {
  const { save, isBusy, pending } = useSetting(props);
  return (
    <Switch
      label={t("Keep drafts in the mailbox’s Drafts folder")}
      hint={t("What you write here is then also in your other mail programs, before you send it.")}
      checked={pending.keepsDrafts ?? props.mailbox.keepsDrafts ?? false}
      disabled={isBusy}
      onChange={({ target }) => save({ keepsDrafts: target.checked })}
    />
  );
}
