import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { Archive } from "lucide-react";
import type { Said } from "#lib/drafts/reply-state.ts";
import { profileQuery } from "#api/users.ts";
import { AiIcon } from "#components/ui/ai-icon.tsx";
import { Button } from "#components/ui/button.tsx";
import { NoAnswer } from "#components/writing/no-answer.tsx";
import { useReplyChoices } from "#state/use-reply-choices.ts";
import { answeredMail } from "./reply-to.ts";

type OneClickRepliesProps = {
  message: MailMessage;
  onChoose: (answer: Said) => void;
  /** Undefined if the message is archived. */
  onArchive: (() => void) | undefined;
};

/** Replies that fit the mail, or that it needs none. If they cannot be loaded, the message is shown without them. */
export function OneClickReplies({ message, onChoose, onArchive }: OneClickRepliesProps) {
  const { data: profile, isPending } = useQuery({ ...profileQuery, retry: false });
  const isOn = profile ? profile.offersReplies : !isPending;
  const { intents, noAnswer } = useReplyChoices(answeredMail(message), isOn);
  if (!isOn) return null;
  if (noAnswer) {
    // The message's head has a button for it.
    const unsubscribe = noAnswer.unsubscribe && !message.unsubscribe;
    return (
      <NoAnswer noAnswer={{ ...noAnswer, unsubscribe }}>
        {onArchive && (
          <Button size="sm" icon={<Archive className="size-3.5" aria-hidden="true" />} onClick={onArchive}>
            {t("Archive")}
          </Button>
        )}
      </NoAnswer>
    );
  }
  // No reply is offered to a program, nor to a mail that gives the assistant instructions.
  if (intents.length === 0 || message.automatic || message.warnings.length > 0) return null;
  return (
    <section aria-labelledby="one-click-replies" className="ai-edge rounded-panel bg-ai-bg px-4 py-3.5">
      <h3 id="one-click-replies" className="flex items-center gap-2 text-sm font-semibold text-text">
        <AiIcon className="size-4 text-ai" />
        {t("One-click replies")}
      </h3>
      <p className="mt-0.5 text-xs text-text-3">
        {t("Writes a full draft below. Nothing is sent until you press Send.")}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {intents.map(({ label, stance }) => (
          <button
            key={label}
            type="button"
            onClick={() => onChoose({ words: label, stance })}
            className="inline-flex h-control items-center rounded-full border border-ai-line bg-surface px-3.5 text-sm font-medium text-text hover:bg-hover"
          >
            {label}
          </button>
        ))}
      </div>
    </section>
  );
}
