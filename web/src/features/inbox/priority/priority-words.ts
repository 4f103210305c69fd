import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import type { MessagePriority } from "@intellibox/contract/endpoints/priorities";
import type { PriorityReason } from "@intellibox/contract/rules/priorities";
import { t } from "@intellibox/contract/text/t";

type Sender = Pick<MailMessage, "from" | "fromName">;

/** One sentence about why a message is in its part of the inbox. */
export function priorityWords({ reason, detail }: MessagePriority, { from, fromName }: Sender): string {
  const name = fromName || from || t("Unknown sender");
  const words: Record<PriorityReason, string> = {
    moved: t("You moved this conversation here."),
    sender: t("You chose this for mail from {name}.", { name }),
    rule: t("A rule marked it as important."),
    thread: t("It belongs to an important conversation."),
    answer: t("You wrote in this conversation."),
    invitation: t("{name} invites you to a meeting.", { name }),
    known: t("{name} is one of your contacts.", { name }),
    colleague: t("{name} is a colleague.", { name }),
    question: t("It asks you: “{detail}”", { detail }),
    deadline: t("It names a day for: “{detail}”", { detail }),
    receipt: t("It is a receipt or an invoice."),
    sales: t("It looks like sales mail from somebody you do not know."),
    newsletter: t("It came from a mailing list."),
    program: t("A program sent it."),
    notToYou: t("It is not addressed to you."),
    unread: t("You have not opened the last mails from {name}.", { name }),
    stranger: t("You have not written to {name}, and it asks you nothing.", { name }),
  };
  return words[reason];
}
