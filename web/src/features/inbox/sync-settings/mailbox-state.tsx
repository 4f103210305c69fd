import type { MailboxSettings } from "@intellibox/contract/endpoints/mailbox-settings";
import { t } from "@intellibox/contract/text/t";
import { Pause, Play, RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { bytes } from "#lib/format.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Health } from "#features/inbox/connections/health.tsx";
import { leftWords, type Sample, withSample } from "./time-left.ts";
import { type SettingProps, useSetting } from "./use-setting.ts";

type MailboxStateProps = SettingProps & { settings: MailboxSettings; onSync: (mailboxId: string) => void };

/** How the mailbox is, how much of it is here, and its buttons to sync, pause and resume. */
export function MailboxState({ settings, onSync, ...props }: MailboxStateProps) {
  const { mailbox } = props;
  const { save, isBusy } = useSetting(props);
  const left = useLeft(mailbox.syncing ? mailbox.remaining : 0);
  const { isPaused, type, counts, hasOlder, history } = mailbox;
  return (
    <div className="flex flex-col gap-4">
      {isPaused && (
        <Alert kind="warn">
          {t("This mailbox is paused: no mail is fetched, and what you do waits here. You can still send from it.")}
        </Alert>
      )}
      <Health mailboxes={[mailbox]} />
      <p className="text-sm text-text-2" role="status">
        {t("{count, plural, one {# message} other {# messages}} here, {size}", {
          count: counts.messages,
          size: bytes(settings.storageBytes),
        })}
        {settings.leftBytes > 0 &&
          ` · ${t("{size} of attachments are on the server only", { size: bytes(settings.leftBytes) })}`}
        {left && ` · ${left}`}
        {history.isLoading && hasOlder && ` · ${t("older mail follows, whose number is not known yet")}`}
      </p>
      <div className="flex flex-wrap gap-2">
        {isPaused ? (
          <Button
            variant="primary"
            busy={isBusy}
            icon={<Play className="size-4" aria-hidden="true" />}
            onClick={() => save({ isPaused: false })}
          >
            {t("Resume")}
          </Button>
        ) : (
          <>
            <Button
              busy={mailbox.syncing}
              icon={<RefreshCw className="size-4" aria-hidden="true" />}
              onClick={() => onSync(mailbox.id)}
            >
              {t("Sync now")}
            </Button>
            {type !== "local" && (
              <Button
                busy={isBusy}
                icon={<Pause className="size-4" aria-hidden="true" />}
                onClick={() => save({ isPaused: true })}
              >
                {t("Pause")}
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  );
}

/** Measures how fast the number of messages falls. */
function useLeft(remaining: number) {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  useEffect(() => setSamples((before) => withSample(before, { at: Date.now(), remaining })), [remaining]);
  return leftWords(samples);
}
