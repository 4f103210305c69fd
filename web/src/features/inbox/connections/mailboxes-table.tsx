import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import { classNames } from "#lib/class-names.ts";
import { dateTime } from "#lib/format.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { mailboxName, providerNames } from "#lib/mail/mailbox-name.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { useRemoveMailbox, useTestMailbox } from "#api/inbox.ts";
import { useUpdateMailbox } from "#api/mailbox-settings.ts";
import { Badge, type BadgeTone } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { barOf, statusWords } from "#features/inbox/mailbox-words.ts";
import { ProveAddress } from "./prove-address.tsx";

type MailboxesTableProps = {
  mailboxes: readonly ConnectedMailbox[];
  onFailure: (message: string) => void;
  onSync: (mailboxId: string) => void;
};

const tones: Record<ConnectedMailbox["status"], BadgeTone> = { connected: "ok", retrying: "warn", attention: "bad" };
const headings = [t("Account"), t("Provider"), t("Status"), t("Last Sync"), t("Test"), t("Sync"), t("Remove")];
const cell = "border-b border-line px-4 py-2 align-middle max-md:border-0 max-md:p-0";
/** On phones a row has three lines: account and status, provider and last sync, and the actions. */
const line =
  "max-md:grid max-md:grid-cols-3 max-md:items-center max-md:gap-x-3 max-md:gap-y-2.5 max-md:border-b max-md:border-line max-md:p-4 max-md:last:border-b-0";

export function MailboxesTable({ mailboxes, onFailure, onSync }: MailboxesTableProps) {
  const [removing, setRemoving] = useState<ConnectedMailbox | null>(null);
  const [proving, setProving] = useState<ConnectedMailbox | null>(null);
  return (
    <section
      aria-label={t("Connected Mailboxes")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
      tabIndex={0}
      className="overflow-x-auto rounded-panel border border-line"
    >
      <table className="w-full border-separate border-spacing-0 text-start text-sm whitespace-nowrap max-md:block [&_tr:last-child_td]:border-b-0">
        <caption className="sr-only">{t("Connected Mailboxes")}</caption>
        <thead className="max-md:sr-only">
          <tr>
            {headings.map((heading) => (
              <th key={heading} scope="col" className="border-b border-line px-4 py-2 text-xs font-medium text-text-3">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {mailboxes.map((mailbox) => (
            <MailboxRow
              key={mailbox.id}
              mailbox={mailbox}
              onFailure={onFailure}
              onSync={() => onSync(mailbox.id)}
              onRemove={() => setRemoving(mailbox)}
              onProve={() => setProving(mailbox)}
            />
          ))}
          {mailboxes.length === 0 && (
            <tr>
              <td colSpan={headings.length} className="px-4 py-8 text-center text-text-3">
                {t("No mailbox is connected yet.")}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {proving && <ProveAddress mailbox={proving} onClose={() => setProving(null)} />}
      {removing && <RemoveMailbox mailbox={removing} onClose={() => setRemoving(null)} />}
    </section>
  );
}

type RowProps = {
  mailbox: ConnectedMailbox;
  onFailure: (message: string) => void;
  onSync: () => void;
  onRemove: () => void;
  onProve: () => void;
};

function MailboxRow({ mailbox, onFailure, onSync, onRemove, onProve }: RowProps) {
  const { id, email, name, provider, status, lastSync, syncing, maySendAs, isPaused } = mailbox;
  const update = useUpdateMailbox();
  const resume = () =>
    update.mutate({ id, isPaused: false }, { onError: (error) => onFailure(messageOf(error, t("Sync failed"))) });
  const test = useTestMailbox();
  const run = () =>
    test.mutate(id, {
      onSuccess: ({ message }) => toast.success(message, screenToast),
      onError: (error) => onFailure(`${email}: ${messageOf(error, t("Test failed"))}`),
    });
  return (
    <tr className={line}>
      <td className={`${cell} truncate font-medium text-text max-md:col-span-2`}>
        <span className={classNames("me-2 inline-block size-2 rounded-full", barOf(mailbox))} aria-hidden="true" />
        {mailboxName(email, undefined, name)}
        {!maySendAs && (
          <Button
            size="sm"
            className="ms-2"
            aria-label={t("Prove address to send: {email}", { email })}
            onClick={onProve}
          >
            {t("Prove address to send")}
          </Button>
        )}
      </td>
      <td className={`${cell} text-text-2 max-md:row-start-2`}>{providerNames[provider]}</td>
      <td className={`${cell} max-md:col-start-3 max-md:row-start-1 max-md:justify-self-end`}>
        <Badge tone={isPaused ? "neutral" : tones[status]} dot>
          {isPaused ? t("Paused") : statusWords[status]}
        </Badge>
      </td>
      <td className={`${cell} text-text-2 tabular-nums max-md:col-span-2 max-md:row-start-2 max-md:justify-self-end`}>
        {lastSync ? dateTime(lastSync) : t("Never")}
      </td>
      <td className={cell}>
        <Button size="sm" busy={test.isPending} aria-label={t("Test {email}", { email })} onClick={run}>
          {t("Test")}
        </Button>
      </td>
      <td className={cell}>
        {isPaused ? (
          <Button size="sm" busy={update.isPending} aria-label={t("Resume {email}", { email })} onClick={resume}>
            {t("Resume")}
          </Button>
        ) : (
          <Button size="sm" busy={syncing} aria-label={t("Sync {email}", { email })} onClick={onSync}>
            {t("Sync")}
          </Button>
        )}
      </td>
      <td className={`${cell} max-md:justify-self-end`}>
        <Button size="sm" variant="danger-ghost" aria-label={t("Remove {email}", { email })} onClick={onRemove}>
          {t("Remove")}
        </Button>
      </td>
    </tr>
  );
}

function RemoveMailbox({ mailbox, onClose }: { mailbox: ConnectedMailbox; onClose: () => void }) {
  const remove = useRemoveMailbox();
  const confirm = () =>
    remove.mutate(mailbox.id, {
      onSuccess: () => {
        toast.success(t("{email} was removed", { email: mailbox.email }), screenToast);
        onClose();
      },
    });
  return (
    <Confirm
      title={t("Remove {email}?", { email: mailbox.email })}
      action={t("Remove")}
      busyAction={t("Removing…")}
      busy={remove.isPending}
      error={remove.error?.message}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {t("This removes the mailbox and its mail from Intellibox. Nothing is deleted on the mail server.")}
    </Confirm>
  );
}
