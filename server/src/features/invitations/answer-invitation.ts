import type { BodyOf } from "@intellibox/contract/endpoint";
import type { invitations } from "@intellibox/contract/endpoints/invitations";
import type { SendAnswer } from "@intellibox/contract/endpoints/outbox";
import type { AnswerState, InvitationAnswer } from "@intellibox/contract/rules/invitations";
import { t } from "@intellibox/contract/text/t";
import { conflict } from "#lib/errors.ts";
import type { Scope } from "#scope.ts";
import type { OutboundSender } from "#features/outbox/outbound-sender.ts";
import { sendMail } from "#features/outbox/send-mail.ts";
import { type Account, aliasAmong, askForSender, refuseUnproved } from "#features/outbox/sender.ts";
import { withoutTag } from "./calendar/read-people.ts";
import { findCalendar } from "./find-calendar.ts";
import { type OpenInvitation, occurrenceOf, openInvitation } from "./read-invitation.ts";
import { replyWords, writeReply } from "./write-reply.ts";

type Asked = BodyOf<typeof invitations.answer>;

/** Sends the answer to the organizer, from the invited address, and records it with the mail. */
export async function answerInvitation(
  scope: Scope,
  outbound: OutboundSender,
  id: string,
  asked: Asked,
): Promise<SendAnswer> {
  const found = await openInvitation(scope, await findCalendar(scope, id, undefined));
  const { event, message, answerCount } = found;
  const { answer, note, timeZone, undoSeconds } = asked;
  refuseUnanswerable(found, asked);
  if (!event?.organizer || !event.me) throw conflict(closed["not-asked"]);
  const sender = await senderFor(scope, { invitedAs: event.me.address, receivedBy: message.item.boxId });
  const { user } = scope;
  const { organizer, me, uid, sequence } = event;
  const facts = { event, organizer, me: { name: me.name || user.name, address: me.address }, answer, note };
  const { content, messageId } = message;
  return sendMail(scope, outbound, {
    ...{
      kind: "reply" as const,
      to: [organizer.address],
      ...replyWords({ ...facts, now: scope.now() }, user.name, timeZone),
    },
    ...{ html: "", files: [], tracked: false, followUpDays: undefined, followUpId: undefined, replaces: undefined },
    inReplyTo: messageId ?? undefined,
    references: content.references,
    ...sender,
    calendarReply: writeReply({ ...facts, now: scope.now() }),
    invitation: { messageId: id, uid, sequence, occurrence: occurrenceOf(event), answer, note },
    // Two clicks read the same count, so they are one mail. After an answer, or after it was withdrawn, the next is another mail.
    key: `invitation:${id}:${answerCount}`,
    undoSeconds,
    sendAt: undefined,
  });
}

const closed: Record<Exclude<AnswerState, "open">, string> = {
  "not-asked": t("This message has no invitation that can be answered."),
  "not-invited": t("None of your addresses is invited to this event, so there is nothing to answer."),
  own: t("You organize this event yourself, so there is nothing to answer."),
  cancelled: t("This event was cancelled, so it cannot be answered any more."),
  over: t("This event is over, so it cannot be answered any more."),
  replaced: t("A newer version of this invitation has arrived. Answer that one."),
};
const already: Record<InvitationAnswer, string> = {
  accepted: t("You have already accepted this invitation."),
  tentative: t("You have already answered this invitation with maybe."),
  declined: t("You have already declined this invitation."),
};

function refuseUnanswerable({ shown }: OpenInvitation, { answer, note, despiteCaution }: Asked) {
  if (shown.answering !== "open") throw conflict(closed[shown.answering]);
  if (shown.caution && !despiteCaution)
    throw conflict(t("An answer tells the organizer that your address is in use. Confirm that you want to send it."));
  const last = shown.answer;
  if (last && !last.isEarlier && last.state !== "failed" && last.answer === answer && last.note === note)
    throw conflict(already[answer]);
}

type InvitedMailbox = { invitedAs: string; receivedBy: string };

/**
 * The mailbox or alias of the invited address, which the answer names: calendars distrust an answer that somebody else sends. Invitations are
 * forwarded, so another mailbox may have received it. Undefined for the user's own address without a mailbox.
 */
async function senderFor(scope: Scope, { invitedAs, receivedBy }: InvitedMailbox): Promise<Account> {
  const facts = await scope.tx((tx) => askForSender(tx, scope));
  const { own, user } = facts;
  const addresses = [invitedAs.toLowerCase(), withoutTag(invitedAs.toLowerCase())];
  const isInvited = ({ email }: { email: string }) => addresses.includes(email.toLowerCase());
  // The mailbox that received it comes first, because several may have one address.
  const invited = own.find((mailbox) => mailbox.id === receivedBy && isInvited(mailbox)) ?? own.find(isInvited);
  if (invited) refuseUnproved(invited, user.email);
  if (invited || isInvited(user)) return { mailboxId: invited?.id, fromAccount: undefined };
  const holder = [receivedBy, ...own.map(({ id }) => id)].find((id) => aliasAmong(facts, id, addresses));
  return { mailboxId: holder ?? receivedBy, fromAccount: holder && aliasAmong(facts, holder, addresses) };
}
