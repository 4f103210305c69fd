import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { Check, Reply } from "lucide-react";
import { type ReactNode, useState } from "react";
import { nothingSaid, type Said } from "#lib/drafts/reply-state.ts";
import { rememberDraft } from "#lib/drafts/written-drafts.ts";
import { useVersions } from "#lib/hooks/use-versions.ts";
import { aliasesOf } from "#lib/mail/own-addresses.ts";
import { useNavigate } from "#lib/router/router.tsx";
import { mailboxesQuery, messageQuery } from "#api/inbox.ts";
import { type DraftAnswer, useDraftReply } from "#api/inbox-assistant.ts";
import { rate } from "#api/rate.ts";
import { AiIcon } from "#components/ui/ai-icon.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Skeleton } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { StopWriting, Versions } from "#components/writing/ai-bar.tsx";
import { AuthorshipNotices, costOf } from "#components/writing/authorship.tsx";
import { Engine } from "#components/writing/engine.tsx";
import { MarkedBlanks } from "#components/writing/marked-blanks.tsx";
import { SayField } from "#components/writing/say-field.tsx";
import { useReplyChoices } from "#state/use-reply-choices.ts";
import { noData } from "./ai-words.ts";
import { answeredMail, replyTo } from "./reply-to.ts";

type DraftResultProps = {
  messageId: string;
  /** Undefined if the message is archived. */
  onArchive: (() => void) | undefined;
  onClose: () => void;
};

/** The assistant's reply to a message, streamed as it is written. */
export function DraftResult({ messageId, onArchive, onClose }: DraftResultProps) {
  const { data: message } = useQuery(messageQuery(messageId));
  const { data: mailboxes } = useQuery(mailboxesQuery);
  const choices = useReplyChoices(message ? answeredMail(message) : noMail);
  // A draft waits for the choices: there is none for a mail that needs no answer, unless the user wants one.
  const isHeld = choices.isLoading || choices.noAnswer !== undefined;
  const { said, setSaid, draft, progress, stop, tryAgain, versions } = useAnswers(messageId, isHeld);
  const navigate = useNavigate();
  const isWriting = progress.state === "writing";
  const result = isWriting ? undefined : versions.current();

  const openReply = () => {
    if (message && result)
      void navigate("/reply", {
        state: {
          ...replyTo(message, { aliases: aliasesOf(message.boxId, mailboxes) }),
          said: said.words,
          draft: result.draft,
        },
      });
  };

  return (
    <Modal
      ai
      title={
        <span className="flex items-center gap-2">
          <AiIcon className="size-4 text-ai" />
          {t("Draft reply")}
        </span>
      }
      description={message && (message.subject || t("(no subject)"))}
      onClose={onClose}
      footer={
        <>
          {result && <p className="me-auto self-center text-xs text-text-3">{costOf(result)}</p>}
          {isWriting && <StopWriting onStop={stop} />}
          <Button onClick={onClose}>{t("Close")}</Button>
          {result && <CopyButton text={() => result.draft.trim() || noData} />}
          {result && message && (
            <Button variant="primary" icon={<Reply className="size-4" aria-hidden="true" />} onClick={openReply}>
              {t("Edit and send")}
            </Button>
          )}
        </>
      }
    >
      {message && (
        <SayField
          {...{ said, isBusy: isWriting }}
          choices={choices}
          onSaid={setSaid}
          onDraft={draft}
          className="mb-4 border-b border-line pb-4"
        />
      )}
      {progress.state === "held" && choices.noAnswer && onArchive && (
        <Button
          icon={<Check className="size-4" aria-hidden="true" />}
          onClick={() => {
            onArchive();
            onClose();
          }}
        >
          {t("Archive")}
        </Button>
      )}
      {progress.state === "failed" && (
        <Alert
          kind="bad"
          action={
            <Button size="sm" onClick={tryAgain}>
              {t("Try again")}
            </Button>
          }
        >
          {progress.message}
        </Alert>
      )}
      {progress.state === "writing" && <Writing text={progress.text} what={progress.what} />}
      {progress.state === "stopped" && <Stopped text={progress.text} onAgain={tryAgain} />}
      {result && progress.state !== "stopped" && (
        <Result result={result}>
          <Versions {...versions} onAnother={() => draft(said)} />
        </Result>
      )}
    </Modal>
  );
}

const noMail = { emailBody: "" };

/** The versions of the answer, and what the next one shall say. */
function useAnswers(messageId: string, isHeld: boolean) {
  const [said, setSaid] = useState(nothingSaid);
  const [wanted, setWanted] = useState({ stance: "", variant: 0, isAsked: false });
  const versions = useVersions<DraftAnswer>({ read: () => ({}), show: () => undefined });
  const { stance, variant, isAsked } = wanted;
  const request = { messageId, stance, variant, isHeld: isHeld && !isAsked };
  const onAnswer = (answer: DraftAnswer) => {
    rememberDraft(answer, answer.draft);
    versions.add(answer);
  };
  const running = useDraftReply({ ...request, onAnswer });
  // The same words again ask for another wording.
  const draft = (wish: Said) =>
    setWanted((last) => {
      const isAgain = wish.stance === last.stance && running.progress.state !== "held";
      return { stance: wish.stance, variant: isAgain ? last.variant + 1 : 0, isAsked: true };
    });
  return { said, setSaid, draft, ...running, versions };
}

function Result({ result, children }: { result: DraftAnswer; children: ReactNode }) {
  const text = result.draft.trim();
  return (
    <div className="flex flex-col gap-3">
      <div className="-mx-4 empty:hidden md:-mx-5">
        <AuthorshipNotices written={result} />
      </div>
      {text ? (
        <p className="text-md [overflow-wrap:anywhere] whitespace-pre-wrap text-text">
          <MarkedBlanks text={text} />
        </p>
      ) : (
        <p className="text-md text-text-3">{noData}</p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {children}
        <Engine written={result} onRate={rate} />
      </div>
    </div>
  );
}

const Stopped = ({ text, onAgain }: { text: string; onAgain: () => void }) => (
  <div className="flex flex-col items-start gap-3">
    {text.trim() && <p className="text-md [overflow-wrap:anywhere] whitespace-pre-wrap text-text-2">{text}</p>}
    <p role="status" className="text-sm text-text-3">
      {t("Stopped.")}
    </p>
    <Button size="sm" onClick={onAgain}>
      {t("Try again")}
    </Button>
  </div>
);

/** The streamed text; a skeleton until the first word. */
function Writing({ text, what }: { text: string; what: string | undefined }) {
  return (
    <div aria-busy="true">
      <p role="status" className="mb-3 text-sm text-text-3">
        {what ? `${what}…` : t("Writing…")}
      </p>
      {text.trim() ? (
        <p className="text-md [overflow-wrap:anywhere] whitespace-pre-wrap text-text-2">{text}</p>
      ) : (
        <div className="flex flex-col gap-3">
          {["w-11/12", "w-full", "w-3/4"].map((width) => (
            <Skeleton key={width} className={`h-4 ${width}`} />
          ))}
        </div>
      )}
    </div>
  );
}
