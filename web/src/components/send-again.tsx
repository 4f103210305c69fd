import { recipientsInWords } from "#lib/mail-fate.ts";
import type { SentMark } from "#lib/sent-mark.ts";
import { Confirm } from "./confirm.tsx";

type SendAgainProps = { sent: SentMark; onSend: () => void; onKeep: () => void };

/** Before the very same mail goes out a second time. */
export const SendAgain = ({ sent, onSend, onKeep }: SendAgainProps) => (
  <Confirm title="Send again?" action="Send again" danger={false} onConfirm={onSend} onCancel={onKeep}>
    {sent.state === "sent" ? "You sent this mail to " : "This mail is already on its way to "}
    {recipientsInWords(sent.to)}. Nothing has changed since. They would get a second copy.
  </Confirm>
);
