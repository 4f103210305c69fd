import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { grouped } from "#lib/format.ts";
import { rich } from "#lib/rich.ts";
import { Link } from "#lib/router/link.tsx";
import { mailboxConfigQuery } from "#api/inbox.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Skeleton } from "#components/ui/async-states.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { inputClass } from "#components/ui/field.tsx";
import { inboxSize } from "#features/inbox/mailbox-words.ts";
import { ApprovalNote } from "./approval-needed.tsx";
import { ConnectButtons } from "./connect-buttons.tsx";
import { ConnectOutcome } from "./connect-outcome.tsx";
import { Health } from "./health.tsx";
import { MailboxForm } from "./mailbox-form.tsx";
import { MailboxesTable } from "./mailboxes-table.tsx";
import { ReconnectAlerts } from "./reconnect-alerts.tsx";
import { SameAccountAlerts } from "./same-account-alerts.tsx";

type ConnectionsTabProps = {
  mailboxes: readonly ConnectedMailbox[] | undefined;
  onFailure: (message: string) => void;
  onSync: (mailboxId: string) => void;
};

/** Connects, tests and removes mailboxes, and shows their health. */
export function ConnectionsTab({ mailboxes, onFailure, onSync }: ConnectionsTabProps) {
  const config = useQuery(mailboxConfigQuery);
  return (
    <div className="mx-auto flex w-full max-w-[1080px] flex-col gap-8 p-4 md:p-6">
      <ConnectOutcome mailboxes={mailboxes} />
      <Overview mailboxes={mailboxes} />
      <Section title={t("Connected Mailboxes")}>
        {mailboxes && <ReconnectAlerts mailboxes={mailboxes} />}
        {mailboxes && <SameAccountAlerts mailboxes={mailboxes} />}
        {mailboxes ? (
          <MailboxesTable mailboxes={mailboxes} onFailure={onFailure} onSync={onSync} />
        ) : (
          <Skeleton className="h-28 w-full" />
        )}
        {mailboxes && mailboxes.length > 0 && (
          <p className="text-sm text-text-2">
            {rich("How far back mail is loaded, names, pauses and more are in <link>Sync Settings</link>.", {
              link: (text) => (
                <Link to="/inbox?tab=settings" className="text-accent-text underline">
                  {text}
                </Link>
              ),
            })}
          </p>
        )}
      </Section>
      {mailboxes && mailboxes.length > 0 && (
        <Section title={t("Health")}>
          <Health mailboxes={mailboxes} />
        </Section>
      )}
      <Section title={t("Connect a mailbox")}>
        <ApprovalNote />
        <ConnectButtons />
        {config.isPending ? (
          <Skeleton className="h-96 w-full" />
        ) : (
          <div className="grid gap-4 lg:grid-cols-2">
            <MailboxForm protocol="imap" saved={config.data?.imap} />
            <MailboxForm protocol="pop3" saved={config.data?.pop3} />
          </div>
        )}
        <Alert kind="info">{t("POP3 reads only Inbox and has no folders or labels. IMAP is preferred.")}</Alert>
      </Section>
      <Webhook />
    </div>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-3">
    <h2 className="text-lg font-semibold text-text">{title}</h2>
    {children}
  </section>
);

function Overview({ mailboxes = [] }: Pick<ConnectionsTabProps, "mailboxes">) {
  const figures = [
    { label: t("Messages loaded"), value: grouped(inboxSize(mailboxes)) },
    { label: t("Mailboxes"), value: grouped(mailboxes.length) },
    { label: t("Sync"), value: t("On demand / Webhooks") },
  ];
  return (
    <Section title={t("Overview")}>
      <dl className="grid gap-px overflow-hidden rounded-panel border border-line bg-line sm:grid-cols-3">
        {figures.map(({ label, value }) => (
          <div key={label} className="bg-surface px-4 py-3">
            <dt className="text-xs text-text-3">{label}</dt>
            <dd className="mt-0.5 text-lg font-semibold text-text tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function Webhook() {
  const url = `${window.location.origin}/api/mail/webhook`;
  return (
    <Section title={t("Webhook endpoint")}>
      <div className="flex max-w-xl gap-2">
        <input
          readOnly
          aria-label={t("Webhook endpoint")}
          value={url}
          className={`h-input font-mono text-xs ${inputClass}`}
        />
        <CopyButton size="field" text={url} />
      </div>
      <p className="text-xs text-text-3">
        {t("Providers call this address when new mail arrives. It must be reachable from the internet over https.")}
      </p>
    </Section>
  );
}
