import { assistant } from "@intellibox/contract/endpoints/assistant";
import { useRef, useState } from "react";
import type { ComposeDraft } from "#lib/drafts/compose-draft.ts";
import { draftHtml } from "#lib/drafts/draft-html.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { htmlToText, isBlank } from "#lib/mail/html-text.ts";
import { timeZone } from "#lib/time-zone.ts";
import { type Authorship, useSuggestSubject, useWriting } from "#api/assistant.ts";
import { useToneDrafts } from "./use-tone-drafts.ts";

type DraftAccess = { latest: () => ComposeDraft; change: (changes: Partial<ComposeDraft>) => void };
type DraftingOptions = DraftAccess & {
  /** Called when a draft begins. The page then removes alerts and earlier results and shows the message. */
  onStart: () => void;
  onProblem: (message: string, tryAgain?: () => void) => void;
};

/** Everything that the AI writes for Compose: a draft, another wording, three tones, a subject. */
export function useDrafting({ latest, change, onStart, onProblem }: DraftingOptions) {
  const writing = useWriting();
  const [authorship, setAuthorship] = useState<Authorship | null>(null);
  const previous = usePreviousText({ latest, change });
  const wording = useRef(0);
  const tones = useToneDrafts({ latest, change, onWritten: setAuthorship });

  const clear = () => {
    writing.stop();
    tones.clear();
    setAuthorship(null);
    previous.clear();
  };
  const begin = () => {
    clear();
    onStart();
    return previous.keep();
  };
  const lacksIntent = () => {
    const isMissing = !latest().intent.trim();
    if (isMissing) onProblem("Intent is required");
    return isMissing;
  };
  const generate = async () => {
    if (lacksIntent()) return;
    const kept = begin();
    const { intent, tone, extra, to } = latest();
    const body = { intent, tone, context: extra, to, variant: wording.current, timeZone: timeZone() };
    try {
      const result = await writing.write(assistant.draftEmail, { body }, "Failed to generate");
      if ("answer" in result) {
        change({ subject: result.answer.subject, bodyHtml: draftHtml(result.answer.body) });
        setAuthorship(result.answer);
      } else if (result.stopped.trim()) change({ bodyHtml: draftHtml(result.stopped) });
      else previous.forget(kept);
    } catch (error) {
      previous.forget(kept);
      onProblem(messageOf(error, "Failed to generate"), () => void generate());
    }
  };
  const generateTones = async () => {
    if (lacksIntent()) return;
    const kept = begin();
    const { isWritten, problem } = await tones.generate(wording.current);
    if (!isWritten) previous.forget(kept);
    if (problem) onProblem(problem, () => void generateTones());
  };
  const restore = () => {
    previous.restore?.();
    clear();
  };
  const generateWording = (number: number) => {
    wording.current = number;
    void generate();
  };

  return {
    generate: () => generateWording(0),
    regenerate: () => generateWording(wording.current + 1),
    generateTones: () => void generateTones(),
    ...useSubject({ latest, change }, onProblem),
    isBusy: writing.isWriting || tones.isBusy,
    isOneBusy: writing.isWriting,
    tones,
    /** The text that is being streamed, shown over the editor; null while nothing is streamed. */
    text: writing.text ?? tones.text,
    stop: writing.stop,
    authorship,
    restore: previous.restore && restore,
    clear,
  };
}

type PreviousText = Pick<ComposeDraft, "subject" | "bodyHtml"> | null;

/** Keeps the user's text from before the AI wrote, so that it can be restored. */
function usePreviousText({ latest, change }: DraftAccess) {
  const [text, setText] = useState<PreviousText>(null);
  return {
    keep: (): PreviousText => {
      const { subject, bodyHtml } = latest();
      const kept = isBlank(bodyHtml) ? null : { subject, bodyHtml };
      setText(kept);
      return kept;
    },
    /** Called if the AI wrote nothing. A later run may have kept its own text meanwhile, which stays. */
    forget: (kept: PreviousText) => setText((now) => (now === kept ? null : now)),
    clear: () => setText(null),
    restore: text ? () => change(text) : undefined,
  };
}

/** Suggests a subject for the text, or for the brief if there is no text. Removes "Re:", since a new mail is no reply. */
function useSubject({ latest, change }: DraftAccess, onProblem: DraftingOptions["onProblem"]) {
  const suggestion = useSuggestSubject();
  const suggestSubject = () => {
    const { bodyHtml, intent, extra } = latest();
    suggestion.mutate(htmlToText(bodyHtml) || `${intent}\n${extra}`.trim(), {
      onSuccess: ({ subject }) => change({ subject: subject.replace(/^(?:re:\s*)+/i, "") }),
      onError: (error) => onProblem(messageOf(error, "Failed to suggest subject"), suggestSubject),
    });
  };
  return { suggestSubject, isSuggesting: suggestion.isPending };
}
