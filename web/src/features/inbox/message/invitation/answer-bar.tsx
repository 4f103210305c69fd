import type { Invitation } from "@intellibox/contract/endpoints/invitations";
import { type AnswerState, type InvitationAnswer, maxAnswerNote } from "@intellibox/contract/rules/invitations";
import { t } from "@intellibox/contract/text/t";
import { Check, CircleHelp, MessageSquarePlus, X } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { useNavigate } from "#lib/router/router.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { inputClass } from "#components/ui/field.tsx";
import { givenText } from "./event-words.ts";
import { useAnswer } from "./use-answer.ts";

type AnswerBarProps = { messageId: string; invitation: Invitation };

/** The reader's answer, and the buttons to give or change it; or why there is nothing to answer. */
export function AnswerBar({ messageId, invitation }: AnswerBarProps) {
  const { answering, answer } = invitation;
  return (
    <div className="mt-3 flex flex-col gap-3 border-t border-line pt-3 empty:hidden">
      {answer && <p className="text-sm text-text-2">{givenText(answer)}</p>}
      {answering === "open" ? (
        <AnswerButtons messageId={messageId} invitation={invitation} />
      ) : (
        <Closed why={answering} newerId={invitation.newerId} />
      )}
    </div>
  );
}

const closedWords: Record<Exclude<AnswerState, "open">, string> = {
  "not-asked": "",
  "not-invited": t("You are not among the invited people, so there is nothing to answer."),
  own: t("You organize this event."),
  cancelled: t("This event was cancelled."),
  over: t("This event is over."),
  replaced: t("A newer version of this invitation has arrived."),
};

function Closed({ why, newerId }: { why: Exclude<AnswerState, "open">; newerId: string | null }) {
  const navigate = useNavigate();
  if (!closedWords[why]) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-text-2">
      {closedWords[why]}
      {newerId && (
        <Button size="sm" onClick={() => void navigate(`/inbox?${new URLSearchParams({ message: newerId })}`)}>
          {t("Show the newer message")}
        </Button>
      )}
    </p>
  );
}

const choices: { answer: InvitationAnswer; label: string; icon: ReactNode }[] = [
  { answer: "accepted", label: t("Accept"), icon: <Check className="size-3.5" aria-hidden="true" /> },
  { answer: "tentative", label: t("Maybe"), icon: <CircleHelp className="size-3.5" aria-hidden="true" /> },
  { answer: "declined", label: t("Decline"), icon: <X className="size-3.5" aria-hidden="true" /> },
];

const focusOnMount = (field: HTMLTextAreaElement | null) => field?.focus();

function AnswerButtons({ messageId, invitation }: AnswerBarProps) {
  const { events, answer: last, caution } = invitation;
  const [event] = events;
  const organizer = event?.organizer?.address ?? "";
  const [note, setNote] = useState<string | null>(null);
  const [asked, setAsked] = useState<InvitationAnswer | null>(null);
  const { send, sending, problem, dismissProblem } = useAnswer({ messageId, organizer, title: event?.title ?? "" });
  const noteId = useId();
  const current = last && !last.isEarlier && last.state !== "failed" ? last.answer : null;
  const give = async (answer: InvitationAnswer, despiteCaution: boolean) => {
    setAsked(null);
    if (await send({ answer, note: note?.trim() ?? "", despiteCaution })) setNote(null);
  };
  return (
    <>
      {problem && (
        <Alert kind="bad" onDismiss={dismissProblem}>
          {problem}
        </Alert>
      )}
      {note !== null && (
        <div>
          <label htmlFor={noteId} className="mb-1.5 block text-sm font-medium text-text">
            {t("Note to the organizer")}
          </label>
          <textarea
            id={noteId}
            // The button that had the focus is gone.
            ref={focusOnMount}
            rows={2}
            maxLength={maxAnswerNote}
            value={note}
            onChange={(changed) => setNote(changed.target.value)}
            className={`${inputClass} py-2`}
          />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {choices.map(({ answer, label, icon }) => (
          <Button
            key={answer}
            variant={current === answer ? "primary" : "secondary"}
            aria-pressed={current === answer}
            icon={icon}
            busy={sending === answer}
            disabled={sending !== null && sending !== answer}
            onClick={() => (caution ? setAsked(answer) : void give(answer, false))}
          >
            {label}
          </Button>
        ))}
        {note === null && (
          <Button
            variant="ghost"
            icon={<MessageSquarePlus className="size-3.5" aria-hidden="true" />}
            onClick={() => setNote("")}
          >
            {t("Add a note")}
          </Button>
        )}
      </div>
      {asked && (
        <Confirm
          title={t("Send your answer to {organizer}?", { organizer })}
          action={t("Send answer")}
          danger={false}
          onConfirm={() => void give(asked, true)}
          onCancel={() => setAsked(null)}
        >
          {caution === "spam"
            ? t("This message is in spam. An answer tells its organizer that your address is in use.")
            : t(
                "The organizer is not the sender of this message. An answer tells the organizer that your address is in use.",
              )}
        </Confirm>
      )}
    </>
  );
}
