import type { FoundMail, MailCitation } from "@intellibox/contract/endpoints/questions";
import { t } from "@intellibox/contract/text/t";
import { shortMoment } from "#lib/format.ts";
import type { MailAnswer } from "#api/questions.ts";
import { AiIcon } from "#components/ui/ai-icon.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { StopWriting } from "#components/writing/ai-bar.tsx";
import { AnswerWarnings } from "#components/writing/answer-warnings.tsx";
import { Engine } from "#components/writing/engine.tsx";
import { ActionButtons } from "./action-buttons.tsx";
import type { Turn } from "./use-conversation.ts";

type TurnViewProps = {
  turn: Turn;
  isLast: boolean;
  onOpen: (mail: FoundMail, sentence: string) => void;
  onReply: (messageId: string, intent: string) => Promise<void>;
  onLeave: () => void;
  onStop: () => void;
  onRetry: () => void;
};

/** A question and its answer, or what is being done for it. */
export function TurnView({ turn, isLast, onOpen, onReply, onLeave, onStop, onRetry }: TurnViewProps) {
  const { question, answer, failure, isStopped, text, steps } = turn;
  const isAsking = !answer && failure === undefined && !isStopped;
  return (
    <li className="flex flex-col gap-3">
      <p dir="auto" className="self-end rounded-panel bg-selected px-3 py-2 text-sm [overflow-wrap:anywhere] text-text">
        {question}
      </p>
      {isAsking && (
        <div className="flex items-center gap-2 rounded-control bg-ai-bg px-3 py-2 text-sm text-text-2">
          <AiIcon className="size-4 shrink-0 text-ai" />
          <span className="min-w-0 flex-1 truncate">{steps.at(-1) ?? t("Searching your mail")}…</span>
          <StopWriting onStop={onStop} />
        </div>
      )}
      {!answer && text && (
        <p dir="auto" className="text-sm [overflow-wrap:anywhere] whitespace-pre-wrap text-text">
          {text}
        </p>
      )}
      {isStopped && <p className="text-sm text-text-3">{t("Stopped.")}</p>}
      {(failure !== undefined || isStopped) && isLast && (
        <Alert
          kind={isStopped ? "info" : "bad"}
          action={
            <Button size="sm" className="-my-1" onClick={onRetry}>
              {t("Try again")}
            </Button>
          }
        >
          {failure ?? t("There is no answer yet.")}
        </Alert>
      )}
      {answer && <Answer {...{ answer, onOpen, onReply, onLeave }} />}
    </li>
  );
}

type AnswerProps = { answer: MailAnswer } & Pick<TurnViewProps, "onOpen" | "onReply" | "onLeave">;

function Answer({ answer, onOpen, onReply, onLeave }: AnswerProps) {
  const { outcome, sentences, citations, nearest, notes, actions, warnings } = answer;
  const isFromModel = answer.provider !== "builtin";
  return (
    <div className="flex flex-col gap-3">
      {sentences.length > 0 && (
        <div dir="auto" className="flex flex-col gap-2 text-sm [overflow-wrap:anywhere] text-text">
          {sentences.map(({ text, citations: cited }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the sentences of an answer never change
            <p key={index}>
              {text}
              {cited.map((at) => citations[at] && <Mark key={at} at={at} citation={citations[at]} onOpen={onOpen} />)}
              {cited.length === 0 && isFromModel && (
                <span className="ms-1.5 rounded-item bg-warn-bg px-1.5 py-0.5 text-xs text-warn">
                  {t("Not from your mail")}
                </span>
              )}
            </p>
          ))}
        </div>
      )}
      {outcome === "nothing" && (
        <p className="text-sm text-text-2">{t("Nothing in the mail that was searched answers this.")}</p>
      )}
      {notes.map((note) => (
        <Alert key={note} kind="info">
          {note}
        </Alert>
      ))}
      <Sources citations={citations} onOpen={onOpen} />
      {nearest.length > 0 && (
        <section aria-label={t("Nearest mails")}>
          <h3 className="mb-1 text-xs font-medium text-text-3">{t("Nearest mails")}</h3>
          <ul className="flex flex-col gap-1">
            {nearest.map((mail) => (
              <li key={mail.messageId}>
                <MailLine mail={mail} onOpen={() => onOpen(mail, "")} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <ActionButtons actions={actions} onReply={onReply} onLeave={onLeave} />
      <AnswerWarnings warnings={warnings} />
      {answer.fallback && <Alert kind="info">{answer.fallback}</Alert>}
      {isFromModel && <Engine written={answer} />}
    </div>
  );
}

type MarkProps = { at: number; citation: MailCitation; onOpen: TurnViewProps["onOpen"] };

const nameOf = ({ fromName, from }: FoundMail) => fromName || from || t("Unknown sender");

function Mark({ at, citation, onOpen }: MarkProps) {
  return (
    <button
      type="button"
      aria-label={t("Citation {number}: open the mail of {name}", { number: at + 1, name: nameOf(citation) })}
      onClick={() => onOpen(citation, citation.sentence)}
      className="relative ms-1 inline-flex h-5 min-w-5 items-center justify-center rounded-item bg-selected px-1 align-baseline text-xs font-medium text-accent-text after:absolute after:-inset-0.5 hover:bg-active pointer-coarse:h-6 pointer-coarse:min-w-6"
    >
      {at + 1}
    </button>
  );
}

function Sources({ citations, onOpen }: { citations: readonly MailCitation[]; onOpen: TurnViewProps["onOpen"] }) {
  if (citations.length === 0) return null;
  return (
    <ol aria-label={t("Sources")} className="flex flex-col gap-1">
      {citations.map((citation, at) => (
        <li key={`${citation.messageId} ${citation.sentence}`}>
          <MailLine mail={citation} number={at + 1} onOpen={() => onOpen(citation, citation.sentence)} />
        </li>
      ))}
    </ol>
  );
}

type MailLineProps = { mail: FoundMail; number?: number; onOpen: () => void };

const MailLine = ({ mail, number, onOpen }: MailLineProps) => (
  <button
    type="button"
    onClick={onOpen}
    className="flex min-h-10 w-full items-center gap-2.5 rounded-control border border-line px-2.5 py-1.5 text-start hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
  >
    {number !== undefined && <span className="shrink-0 text-xs font-medium text-accent-text">{number}</span>}
    <span className="min-w-0 flex-1">
      <span dir="auto" className="block truncate text-sm text-text">
        {mail.subject || t("(no subject)")}
      </span>
      <span dir="auto" className="block truncate text-xs text-text-3">
        {nameOf(mail)}
      </span>
    </span>
    <time dateTime={mail.date.toISOString()} className="shrink-0 text-xs text-text-3">
      {shortMoment(mail.date)}
    </time>
  </button>
);
