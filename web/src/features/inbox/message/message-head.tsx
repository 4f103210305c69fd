import type { MailMessage, MailPerson } from "@intellibox/contract/endpoints/inbox";
import { maxReadAddresses } from "@intellibox/contract/rules/recipients";
import { t } from "@intellibox/contract/text/t";
import { X } from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { classNames } from "#lib/class-names.ts";
import { dateTime, grouped } from "#lib/format.ts";
import { mailboxName, providerNames } from "#lib/mail/mailbox-name.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import { barOf, type Mailboxes } from "#features/inbox/mailbox-words.ts";
import { Unsubscribe } from "./unsubscribe.tsx";

/** A folder or label in the head. `onRemove` takes a label off. */
export type HeadLabel = { key: string; name: string; onRemove?: () => void };

type BadgeProps = { message: MailMessage; mailboxes: Mailboxes };
/** `tool` stands at its end. */
type MessageHeadProps = BadgeProps & { tool?: ReactNode };

/** The subject and the labels, above all messages of the thread. */
export function ThreadHead({ subject, labels }: { subject: string; labels: readonly HeadLabel[] }) {
  return (
    <header>
      <h2 dir="auto" className="text-xl font-semibold [overflow-wrap:anywhere] text-text">
        {subject || t("(no subject)")}
      </h2>
      <Labels labels={labels} />
    </header>
  );
}

/** Sender, recipients, time and mailbox. */
export function MessageHead({ message, mailboxes, tool }: MessageHeadProps) {
  const { from, fromName, to, cc, bcc, date } = message;
  const [isExpanded, setIsExpanded] = useState(false);
  const recipients = [...to, ...cc, ...bcc];
  return (
    // The keys go to it from the other messages of the thread.
    <div data-thread-message="open" tabIndex={-1} className="-mt-2 rounded-item focus-visible:-outline-offset-2">
      <div className="flex items-center gap-3">
        <Avatar name={fromName || from || "?"} size="lg" />
        <div className="min-w-0 flex-1">
          <div className="truncate text-base text-text-3">
            {from ? <Sender name={fromName} address={from} /> : t("Unknown sender")}
            {/* Also on a phone: anybody can write any name. */}
            {fromName && <span className="max-md:block max-md:truncate max-md:text-xs"> &lt;{from}&gt;</span>}
          </div>
          <p className="flex min-w-0 items-baseline gap-1 text-xs text-text-3">
            <button
              type="button"
              aria-expanded={isExpanded}
              onClick={() => setIsExpanded(!isExpanded)}
              className="min-h-6 min-w-0 truncate rounded-item text-start underline-offset-2 hover:text-text hover:underline pointer-coarse:py-2"
            >
              {recipientsInWords(recipients, [to, cc, bcc].some(isCut))}
              <span className="sr-only">, {t("all details")}</span>
            </button>
            <span aria-hidden="true">·</span>
            <time dateTime={date.toISOString()} className="shrink-0">
              {dateTime(date)}
            </time>
          </p>
        </div>
        <span className="flex shrink-0 items-center gap-1.5 max-md:flex-col max-md:items-end max-md:gap-0.5">
          <MailboxBadge message={message} mailboxes={mailboxes} />
          {tool}
        </span>
      </div>
      {isExpanded && <Details message={message} />}
      <Unsubscribe key={message.id} message={message} />
    </div>
  );
}

const SenderButton = lazy(() => import("./sender-button.tsx").then((m) => ({ default: m.SenderButton })));

/** The sender's name. Its button for what is known of them comes later, because few use it. */
const Sender = (sender: { name: string; address: string }) => {
  const name = (
    <span dir="auto" className="font-semibold text-text">
      {sender.name || sender.address}
    </span>
  );
  return (
    <Suspense fallback={name}>
      <SenderButton {...sender}>{name}</SenderButton>
    </Suspense>
  );
};

/** The mail may name more: only so many are read. */
const isCut = (people: readonly MailPerson[]) => people.length >= maxReadAddresses;

function recipientsInWords([first, ...others]: readonly MailPerson[], hasMore: boolean) {
  if (!first) return t("no recipients");
  const name = first.name || first.address;
  const count = others.length;
  if (hasMore) return t("to {name} and more than {count} others", { name, count: grouped(count) });
  return count > 0 ? t("to {name} and {count} more", { name, count }) : t("to {name}", { name });
}

function Labels({ labels }: { labels: readonly HeadLabel[] }) {
  if (labels.length === 0) return null;
  return (
    <ul aria-label={t("Labels")} className="mt-2 flex flex-wrap gap-1.5">
      {labels.map(({ key, name, onRemove }) => (
        <li
          key={key}
          className={classNames(
            "inline-flex h-6 max-w-full items-center rounded-full ps-2.5 text-xs font-medium pointer-coarse:h-9",
            onRemove ? "bg-selected text-accent-text" : "bg-hover pe-2.5 text-text-2",
          )}
        >
          <span className="min-w-0 truncate">{name}</span>
          {onRemove && (
            <button
              type="button"
              aria-label={t("Remove label {name}", { name })}
              onClick={onRemove}
              className="flex size-6 items-center justify-center rounded-full hover:bg-active focus-visible:-outline-offset-2 pointer-coarse:size-9"
            >
              <X className="size-3.5" aria-hidden="true" />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function MailboxBadge({ message: { boxId, account }, mailboxes }: BadgeProps) {
  const box = mailboxes.get(boxId);
  return (
    <span
      title={mailboxName(account, box?.provider, box?.name)}
      className="inline-flex h-6 shrink-0 items-center gap-1.5 rounded-full bg-hover px-2.5 text-xs font-medium text-text-2"
    >
      <span className={classNames("size-1.5 rounded-full", barOf(box))} />
      {box ? box.name || providerNames[box.provider] : account}
    </span>
  );
}

function Details({ message: { from, fromName, to, cc, bcc, replyTo, account } }: { message: MailMessage }) {
  const rows: [string, readonly MailPerson[]][] = [
    [t("From"), [{ name: fromName, address: from }]],
    [t("Reply to"), replyTo],
    [t("To"), to],
    [t("Cc"), cc],
    [t("Bcc"), bcc],
    [t("Mailbox"), [{ name: "", address: account }]],
  ];
  return (
    <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 rounded-control bg-subtle px-3 py-2.5 text-xs">
      {rows
        .filter(([, people]) => people.length > 0)
        .map(([label, people]) => (
          <div key={label} className="contents">
            <dt className="text-text-3">{label}</dt>
            <dd className="[overflow-wrap:anywhere] text-text-2">
              {people.map(({ name, address }) => (name ? `${name} <${address}>` : address)).join(", ")}
              {isCut(people) && (
                <span className="mt-1 block text-text-3">
                  {t("Only the first {count} are shown. Download the message to see all.", {
                    count: grouped(people.length),
                  })}
                </span>
              )}
            </dd>
          </div>
        ))}
    </dl>
  );
}
