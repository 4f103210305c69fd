import type { MailboxSettings } from "@intellibox/contract/endpoints/mailbox-settings";
import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
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

const faultWords: Record<NonNullable<MailboxSettings["leftFault"]>, string> = {
  full: t(
    "There is no disk space left for Intellibox, so not all attachments could be loaded. Tell your admin. They are loaded as soon as there is space again.",
  ),
};

/** How the mailbox is, how much of it is here, and its buttons to sync, pause and resume. */
export function MailboxState({ settings, onSync, ...props }: MailboxStateProps) {
  const { mailbox } = props;
  const { save, isBusy } = useSetting(props);
  const left = useLeft(mailbox);
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
        {history.isLoading &&
          hasOlder &&
          history.left === null &&
          ` · ${t("older mail follows, whose number is not known yet")}`}
      </p>
      {settings.leftFault && <Alert kind="warn">{faultWords[settings.leftFault]}</Alert>}
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

/** Says how much mail is still to come, and measures how fast it comes. */
function useLeft({ counts: { messages }, history, hasOlder, isPaused, syncing, remaining }: ConnectedMailbox) {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const left = isPaused ? 0 : history.isLoading ? (history.left ?? remaining) : syncing ? remaining : 0;
  const isLoading = left > 0;
  useEffect(
    () => setSamples((before) => (isLoading ? withSample(before, { at: Date.now(), here: messages }) : [])),
    [messages, isLoading],
  );
  return leftWords(samples, left, history.isLoading && hasOlder);
}
