import { t } from "@intellibox/contract/text/t";
import type { SentMark } from "#lib/drafts/sent-mark.ts";
import { recipientsInWords } from "#lib/mail/mail-outcome.ts";
import { Confirm } from "../ui/confirm.tsx";

type SendAgainProps = { sent: SentMark; onSend: () => void; onKeep: () => void };

/** Asks before the same mail is sent a second time. */
export const SendAgain = ({ sent, onSend, onKeep }: SendAgainProps) => (
  <Confirm title={t("Send again?")} action={t("Send again")} danger={false} onConfirm={onSend} onCancel={onKeep}>
    {sent.state === "sent"
      ? t("You sent this mail to {people}. Nothing has changed since. They would get a second copy.", {
          people: recipientsInWords(sent.to),
        })
      : t("This mail is already on its way to {people}. Nothing has changed since. They would get a second copy.", {
          people: recipientsInWords(sent.to),
        })}
  </Confirm>
);
