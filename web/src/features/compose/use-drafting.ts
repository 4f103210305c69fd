import { assistant } from "@intellibox/contract/endpoints/assistant";
import { useRef, useState } from "react";
import type { ComposeDraft } from "#lib/drafts/compose-draft.ts";
import { draftHtml } from "#lib/drafts/draft-html.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { htmlToText, isBlank } from "#lib/mail/html-text.ts";
import { timeZone } from "#lib/time-zone.ts";
import { type Authorship, useSuggestSubject, useWriting } from "#api/assistant.ts";
import { useToneDrafts } from "./use-tone-drafts.ts";

type Sheet = { latest: () => ComposeDraft; change: (changes: Partial<ComposeDraft>) => void };
type DraftingOptions = Sheet & {
  /** A draft begins: alerts and earlier results go, the message comes into sight. */
  onStart: () => void;
  onProblem: (message: string, tryAgain?: () => void) => void;
};

/** All that an AI writes for Compose: one draft, another wording, three tones, a subject. */
export function useDrafting({ latest, change, onStart, onProblem }: DraftingOptions) {
  const writing = useWriting();
  const [authorship, setAuthorship] = useState<Authorship | null>(null);
  const former = useFormer({ latest, change });
  const wording = useRef(0);
  const tones = useToneDrafts({ latest, change, onWritten: setAuthorship });

  const clear = () => {
    writing.stop();
    tones.clear();
    setAuthorship(null);
    former.clear();
  };
  const begin = () => {
    clear();
    onStart();
    return former.keep();
  };
  const lacksIntent = () => {
    const isMissing = !latest().intent.trim();
    if (isMissing) onProblem("Intent is required");
    return isMissing;
  };
  const generate = async () => {
    if (lacksIntent()) return;
    const kept = begin();
    const { intent, tone, extra } = latest();
    const body = { intent, tone, context: extra, variant: wording.current, timeZone: timeZone() };
    try {
      const result = await writing.write(assistant.draftEmail, { body }, "Failed to generate");
      if ("answer" in result) {
        change({ subject: result.answer.subject, bodyHtml: draftHtml(result.answer.body) });
        setAuthorship(result.answer);
      } else if (result.stopped.trim()) change({ bodyHtml: draftHtml(result.stopped) });
      else former.forget(kept);
    } catch (error) {
      former.forget(kept);
      onProblem(messageOf(error, "Failed to generate"), () => void generate());
    }
  };
  const generateTones = async () => {
    if (lacksIntent()) return;
    const kept = begin();
    const { isWritten, problem } = await tones.generate(wording.current);
    if (!isWritten) former.forget(kept);
    if (problem) onProblem(problem, () => void generateTones());
  };
  const bringBack = () => {
    former.restore?.();
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
    /** What is being written right now, for the eyes only; null while the editor is the user's. */
    text: writing.text ?? tones.text,
    stop: writing.stop,
    authorship,
    restore: former.restore && bringBack,
    clear,
  };
}

type Former = Pick<ComposeDraft, "subject" | "bodyHtml"> | null;

/** What stood there before an AI wrote: kept so that it can be brought back. */
function useFormer({ latest, change }: Sheet) {
  const [text, setText] = useState<Former>(null);
  return {
    keep: (): Former => {
      const { subject, bodyHtml } = latest();
      const kept = isBlank(bodyHtml) ? null : { subject, bodyHtml };
      setText(kept);
      return kept;
    },
    /** Nothing came of it: what was kept still stands there. Another writing may have kept its own since. */
    forget: (kept: Former) => setText((now) => (now === kept ? null : now)),
    clear: () => setText(null),
    restore: text ? () => change(text) : undefined,
  };
}

/** A subject for the text, or for the brief while there is none. A mail of one's own is no answer to anything. */
function useSubject({ latest, change }: Sheet, onProblem: DraftingOptions["onProblem"]) {
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
