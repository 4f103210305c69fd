import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { t } from "@intellibox/contract/text/t";
import { CircleCheck, CirclePause, OctagonAlert, RefreshCw } from "lucide-react";
import { useEffect, useState } from "react";
import { mailboxName } from "#lib/mail/mailbox-name.ts";
import { healthOf, type Health as Words } from "./health-words.ts";

/** The texts name minutes, so they are updated twice a minute. */
const updateMs = 30_000;

/** The health of each mailbox in words. */
export function Health({ mailboxes }: { mailboxes: readonly ConnectedMailbox[] }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), updateMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <ul aria-label={t("Health")} className="grid gap-3 lg:grid-cols-2">
      {mailboxes.map((mailbox) => (
        <MailboxHealth key={mailbox.id} mailbox={mailbox} now={now} />
      ))}
    </ul>
  );
}

const signs = {
  connected: { Icon: CircleCheck, colour: "text-ok" },
  retrying: { Icon: RefreshCw, colour: "text-warn" },
  attention: { Icon: OctagonAlert, colour: "text-bad" },
};
const pausedSign = { Icon: CirclePause, colour: "text-text-3" };
const labels: [keyof Omit<Words, "state">, string][] = [
  ["lastSync", t("Last sync")],
  ["lag", t("Mail")],
  ["lastError", t("Last error")],
  ["next", t("Next sync")],
];

/** The health of one mailbox, as an item of a list. */
function MailboxHealth({ mailbox, now }: { mailbox: ConnectedMailbox; now: Date }) {
  const words = healthOf(mailbox, now);
  const { Icon, colour } = mailbox.isPaused ? pausedSign : signs[mailbox.status];
  return (
    <li className="flex min-w-0 gap-3 rounded-panel border border-line p-4">
      <Icon className={`mt-0.5 size-5 shrink-0 ${colour}`} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-semibold text-text">
          {mailboxName(mailbox.email, undefined, mailbox.name)}
        </p>
        <p className="text-sm text-text-2">{words.state}</p>
        <dl className="mt-2.5 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
          {labels.map(([name, label]) => (
            <div key={name} className="contents">
              <dt className="text-text-3">
                {name === "next" && mailbox.status === "retrying" ? t("Next try") : label}
              </dt>
              <dd className="[overflow-wrap:anywhere] text-text-2">{words[name]}</dd>
            </div>
          ))}
        </dl>
      </div>
    </li>
  );
}
