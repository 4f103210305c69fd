import type { UsedPiece } from "@intellibox/contract/rules/knowledge";
import { t } from "@intellibox/contract/text/t";
import { grouped } from "#lib/format.ts";
import { type MailOutcome, recipientsInWords, waitingHere } from "#lib/mail/mail-outcome.ts";
import { Alert } from "../ui/alert.tsx";
import { loadedLater } from "../ui/loaded-later.tsx";
import { AnswerWarnings, isAboutAnswer } from "./answer-warnings.tsx";

const UsedKnowledge = loadedLater(() => import("./used-knowledge.tsx").then((m) => m.UsedKnowledge));

type Written = {
  tokens: number;
  durationMs: number;
  provider: string;
  model: string;
  fallback?: string | undefined;
  warnings: { kind: string; text: string; inAnswer?: boolean | undefined }[];
  /** The pieces of knowledge that it used. */
  sources?: UsedPiece[] | undefined;
};

/** "412 tokens · 1,284 ms" */
export const costOf = ({ tokens, durationMs }: Pick<Written, "tokens" | "durationMs">) =>
  t("{tokens} tokens · {durationMs} ms", { tokens: grouped(tokens), durationMs: grouped(durationMs) });

type AcceptedMail = { messageId: string; to: readonly string[]; outcome: MailOutcome };

/** The line beside the word count: the sent mail and its recipients, otherwise the cost of the draft. */
export function noteOf(handed: AcceptedMail | null, written: Written | null) {
  if (handed) {
    const { outcome, to, messageId } = handed;
    if (messageId.startsWith(waitingHere)) return outcome.state === "waiting" ? outcome.detail : undefined;
    const id = t("Message id {messageId}", { messageId });
    return outcome.state === "sent" ? `${t("Sent to {to}", { to: recipientsInWords(to) })} · ${id}` : id;
  }
  return written ? costOf(written) : undefined;
}

type AuthorshipNoticesProps = {
  written: Written;
  /** Warnings about the mail that the same screen shows already. */
  shown?: Written["warnings"];
};

/** Warns that another engine than the chosen one wrote the draft, or that the mail contains instructions for the model. */
export function AuthorshipNotices({ written, shown = [] }: AuthorshipNoticesProps) {
  const { fallback, warnings, sources } = written;
  const isShown = (text: string) => shown.some((other) => other.text === text);
  const aboutMail = warnings.filter(({ kind, text }) => !isAboutAnswer(kind) && !isShown(text));
  const aboutAnswer = warnings.filter(({ kind, inAnswer }) => isAboutAnswer(kind) || inAnswer);
  if (!fallback && !sources && aboutMail.length === 0 && aboutAnswer.length === 0) return null;
  return (
    <div className="flex shrink-0 flex-col gap-2 border-b border-line px-4 py-2.5 md:px-6">
      {fallback && <Alert kind="warn">{t("The built-in engine wrote this: {fallback}", { fallback })}</Alert>}
      {aboutMail.length > 0 && <MailWarnings warnings={aboutMail} isForModel={written.provider !== "builtin"} />}
      <AnswerWarnings warnings={aboutAnswer} />
      {sources && <UsedKnowledge sources={sources} />}
    </div>
  );
}

type MailWarningsProps = { warnings: Written["warnings"]; isForModel?: boolean };

/** Shows text in a mail that addresses the model or is hidden. It claims no more than was checked. */
export function MailWarnings({ warnings, isForModel = false }: MailWarningsProps) {
  const isHidden = warnings.every(({ kind }) => kind === "hidden-text");
  const found = isHidden
    ? t("This email contains text that is hidden from its reader.")
    : t("This email contains text that looks like instructions for the AI.");
  return (
    <Alert kind="warn">
      <p className="font-medium">
        {found} {isForModel && !isHidden && t("Check the result before you use it.")}
      </p>
      <ul className="mt-1 list-disc ps-4">
        {warnings.slice(0, 3).map(({ kind, text }) => (
          <li key={`${kind} ${text}`}>
            {kind === "hidden-text" && !isHidden ? t("Hidden text: “{text}”", { text }) : `“${text}”`}
          </li>
        ))}
      </ul>
    </Alert>
  );
}
