import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import type { ConnectedMailbox } from "@intellibox/contract/endpoints/mailboxes";
import { forwardDraftName, messageDraftName } from "@intellibox/contract/rules/draft-names";
import { t } from "@intellibox/contract/text/t";
import { emptyBody } from "#lib/drafts/compose-draft.ts";
import { forwardSubject } from "#lib/drafts/forward-draft.ts";
import type { ReplyState, Said } from "#lib/drafts/reply-state.ts";
import { aliasesOf, ownAddresses } from "#lib/mail/own-addresses.ts";
import { draftName } from "#state/reply-draft.ts";
import type { Recipients } from "#state/use-reply-form.ts";
import { replyTo } from "#features/inbox/message/reply-to.ts";
import type { ReplyKind } from "./reply-kinds.ts";

export const kindNames: Record<ReplyKind, string> = {
  reply: t("Reply"),
  replyAll: t("Reply all"),
  forward: t("Forward"),
};

type StartOptions = {
  kind: ReplyKind;
  mailboxes: readonly ConnectedMailbox[];
  ownEmail: string;
  answer?: Said | undefined;
  /** A text that it starts with. */
  draft?: string | undefined;
  /** The draft is continued as it was left. */
  isContinued?: boolean | undefined;
};
export type ReplyStart = {
  state: ReplyState;
  /** The recipients of the other kind of reply. A kept draft that goes to exactly them goes to the chosen ones instead. */
  otherKind?: Recipients | undefined;
  /** The name of the draft: one for replies to a message, one for forwarding it. Null if none is kept. */
  about: string | null;
};

/** The initial state of the composer under a message. */
export function startOf(
  message: MailMessage,
  { kind, mailboxes, ownEmail, answer, draft = "", isContinued }: StartOptions,
): ReplyStart {
  const own = ownAddresses(ownEmail, mailboxes);
  const aliases = aliasesOf(message.boxId, mailboxes);
  const reply = replyTo(message, { own, aliases, isToAll: kind === "replyAll", answer });
  if (kind !== "forward") {
    const state = { ...reply, draft, html: "", forward: "" };
    const otherKind = isContinued ? undefined : replyTo(message, { own, isToAll: kind !== "replyAll" });
    return { state, otherKind, about: draftName(state) };
  }
  const subject = forwardSubject(message.subject);
  const about = forwardDraftName(messageDraftName(message.messageId, message.id));
  return {
    state: {
      ...{ ...reply, to: "", cc: "", subject, quotedBody: "", draft: "", html: emptyBody, forward: message.id },
      // A forwarded mail begins a conversation with other people.
      ...{ inReplyTo: "", references: [] },
    },
    about,
  };
}

/** Whether a reply to all goes to others than a reply. */
export function hasOthers(message: MailMessage, mailboxes: readonly ConnectedMailbox[], ownEmail: string) {
  const own = ownAddresses(ownEmail, mailboxes);
  const [one, all] = [false, true].map((isToAll) => replyTo(message, { own, isToAll }));
  return one?.to !== all?.to || one?.cc !== all?.cc;
}
