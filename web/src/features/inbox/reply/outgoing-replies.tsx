import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { t } from "@intellibox/contract/text/t";
import { dateTime } from "#lib/format.ts";
import { htmlToText } from "#lib/mail/html-text.ts";
import { type MailOutcome, recipientsInWords } from "#lib/mail/mail-outcome.ts";
import { ownWords } from "#lib/mail/outgoing.ts";
import { Avatar } from "#components/ui/avatar.tsx";
import type { OutgoingReply } from "./use-inline-reply.ts";

/** The replies that were just sent, until the thread has the sent messages themselves. */
export function OutgoingReplies({ message, outgoing }: { message: MailMessage; outgoing: readonly OutgoingReply[] }) {
  const shown = outgoing.filter((reply) => !isInThread(reply, message));
  if (shown.length === 0) return null;
  return (
    <ul aria-label={t("Your replies on their way")} className="divide-y divide-line rounded-panel border border-line">
      {shown.map(({ id, to, html, outcome }) => (
        <li key={id} className="flex gap-3 px-3 py-3">
          <Avatar name="You" size="sm" />
          <div className="min-w-0 flex-1">
            <p className="flex items-baseline gap-2 text-sm">
              <span className="min-w-0 truncate text-text">{t("You, to {to}", { to: recipientsInWords(to) })}</span>
              <span className="ms-auto shrink-0 text-xs text-text-3">{stateOf(outcome)}</span>
            </p>
            <p className="mt-1 text-md [overflow-wrap:anywhere] whitespace-pre-wrap text-text">
              {htmlToText(ownWords(html)).trim() || t("Forwarded without a note.")}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** True once the thread has a sent message that it did not have before. */
const isInThread = ({ outcome, sentBefore }: OutgoingReply, { thread }: MailMessage) =>
  outcome.state === "sent" && thread.some(({ id, folder }) => folder === "sent" && !sentBefore.includes(id));

function stateOf(outcome: MailOutcome) {
  if (outcome.state === "sent") return t("Sent");
  if (outcome.state === "scheduled") return t("Will be sent {at}", { at: dateTime(outcome.at) });
  if (outcome.state === "waiting") return t("Waiting");
  return outcome.state === "unconfirmed" ? t("Unconfirmed") : t("Sending…");
}
