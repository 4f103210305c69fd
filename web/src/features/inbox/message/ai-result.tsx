import { useQuery } from "@tanstack/react-query";
import { ListTodo, Reply } from "lucide-react";
import { useNavigate } from "react-router";
import { messageQuery } from "#api/inbox.ts";
import { type AiAnswer, type AiWork, useAiWork } from "#api/inbox-assistant.ts";
import { AiIcon } from "#components/ui/ai-icon.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Skeleton } from "#components/ui/async-states.tsx";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { StopWriting } from "#components/writing/ai-bar.tsx";
import { AuthorshipNotices, costOf, engineOf } from "#components/writing/authorship.tsx";
import { copyText, nothingFor, resultLines } from "./ai-words.ts";
import { replyTo } from "./reply-to.ts";

const titles: Record<AiWork, string> = { summary: "Summary", draft: "Draft reply", tasks: "Tasks" };

type AiResultProps = { work: AiWork; messageId: string; onClose: () => void };

/** The assistant's summary, tasks or draft for a message, streamed as it is written. */
export function AiResult({ work, messageId, onClose }: AiResultProps) {
  const { progress, stop, tryAgain } = useAiWork(work, messageId, "message");
  const navigate = useNavigate();
  const { data: message } = useQuery(messageQuery(messageId));
  const result = progress.state === "done" ? progress : null;

  const plan = () => {
    if (result?.work === "tasks") void navigate("/summarize", { state: { actions: result.answer.tasks } });
  };
  const openReply = () => {
    if (message && result?.work === "draft")
      void navigate("/reply", { state: { ...replyTo(message), draft: result.answer.draft } });
  };

  return (
    <Modal
      ai
      title={
        <span className="flex items-center gap-2">
          <AiIcon className="size-4 text-ai" />
          {titles[work]}
        </span>
      }
      description={message && (message.subject || "(no subject)")}
      onClose={onClose}
      footer={
        <>
          {result && <p className="mr-auto self-center text-xs text-text-3">{costOf(result.answer)}</p>}
          {progress.state === "writing" && <StopWriting onStop={stop} />}
          <Button onClick={onClose}>Close</Button>
          {result && <CopyButton text={() => copyText(result)} />}
          {result?.work === "tasks" && result.answer.tasks.length > 0 && (
            <Button variant="primary" icon={<ListTodo className="size-4" aria-hidden="true" />} onClick={plan}>
              Save to action plan
            </Button>
          )}
          {result?.work === "draft" && message && (
            <Button variant="primary" icon={<Reply className="size-4" aria-hidden="true" />} onClick={openReply}>
              Edit and send
            </Button>
          )}
        </>
      }
    >
      {progress.state === "failed" && (
        <Alert
          kind="bad"
          action={
            <Button size="sm" onClick={tryAgain}>
              Try again
            </Button>
          }
        >
          {progress.message}
        </Alert>
      )}
      {progress.state === "writing" && <Writing text={progress.text} what={progress.what} />}
      {progress.state === "stopped" && <Stopped text={progress.text} onAgain={tryAgain} />}
      {result && <Result result={result} />}
    </Modal>
  );
}

function Result({ result }: { result: AiAnswer }) {
  const lines = resultLines(result);
  return (
    <div className="flex flex-col gap-3">
      <div className="-mx-4 empty:hidden md:-mx-5">
        <AuthorshipNotices written={result.answer} />
      </div>
      {lines.length === 0 && <p className="text-md text-text-3">{nothingFor(result.work)}</p>}
      {lines.length > 0 && result.work === "draft" && (
        <p className="text-md [overflow-wrap:anywhere] whitespace-pre-wrap text-text">{lines[0]}</p>
      )}
      {lines.length > 0 && result.work !== "draft" && (
        <ul className="flex list-disc flex-col gap-1.5 pl-5 text-md text-text marker:text-text-3">
          {lines.map((line) => (
            <li key={line} className="[overflow-wrap:anywhere]">
              {line}
            </li>
          ))}
        </ul>
      )}
      <p className="text-xs text-text-3">{engineOf(result.answer)}</p>
    </div>
  );
}

const Stopped = ({ text, onAgain }: { text: string; onAgain: () => void }) => (
  <div className="flex flex-col items-start gap-3">
    {text.trim() && <p className="text-md [overflow-wrap:anywhere] whitespace-pre-wrap text-text-2">{text}</p>}
    <p role="status" className="text-sm text-text-3">
      Stopped.
    </p>
    <Button size="sm" onClick={onAgain}>
      Try again
    </Button>
  </div>
);

/** The streamed text; a skeleton until the first word. */
function Writing({ text, what }: { text: string; what: string | undefined }) {
  return (
    <div aria-busy="true">
      <p role="status" className="mb-3 text-sm text-text-3">
        {what ? `${what}…` : "Writing…"}
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
