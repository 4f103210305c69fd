import { assistant } from "@intellibox/contract/endpoints/assistant";
import { t } from "@intellibox/contract/text/t";
import { useRef, useState } from "react";
import type { ComposeDraft } from "#lib/drafts/compose-draft.ts";
import { draftHtml } from "#lib/drafts/draft-html.ts";
import { usesKnowledge } from "#lib/drafts/uses-knowledge.ts";
import { rememberDraft } from "#lib/drafts/written-drafts.ts";
import { useVersions } from "#lib/hooks/use-versions.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { htmlToText, isBlank } from "#lib/mail/html-text.ts";
import { timeZone } from "#lib/time-zone.ts";
import { type Authorship, useSuggestSubject, useWriting } from "#api/assistant.ts";
import { rate } from "#api/rate.ts";
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
  const versions = useVersions<DraftVersion>({
    read: () => textOf(latest()),
    show: ({ authorship: by, ...text }) => {
      change(text);
      setAuthorship(by);
    },
  });
  const tones = useToneDrafts({ latest, change, onWritten: setAuthorship });

  const clear = () => {
    writing.stop();
    tones.clear();
    setAuthorship(null);
    previous.clear();
    versions.clear();
  };
  const beginTones = () => {
    clear();
    onStart();
    return previous.keep();
  };
  /** An earlier draft stays as a version. The user's own text, if the AI replaced it, stays to be restored. */
  const begin = () => {
    if (!versions.current()) return beginTones();
    writing.stop();
    setAuthorship(null);
    versions.keepEdits();
    onStart();
    return null;
  };
  const put = (text: Partial<ComposeDraft>, by: Authorship | null) => {
    change(text);
    setAuthorship(by);
    versions.add({ ...textOf(latest()), authorship: by });
  };
  const keepCurrent = (kept: PreviousText) => {
    previous.forget(kept);
    setAuthorship(versions.current()?.authorship ?? null);
  };
  const lacksIntent = () => {
    const isMissing = !latest().intent.trim();
    if (isMissing) onProblem(t("Intent is required"));
    return isMissing;
  };
  const generate = async () => {
    if (lacksIntent()) return;
    const kept = begin();
    const { intent, tone, extra, to } = latest();
    const body = {
      intent,
      tone,
      context: extra,
      to,
      variant: wording.current,
      timeZone: timeZone(),
      usesKnowledge: usesKnowledge(),
    };
    try {
      const result = await writing.write(assistant.draftEmail, { body }, t("Failed to generate"));
      if ("answer" in result) {
        const { subject, body: text, ...by } = result.answer;
        rememberDraft(by, text);
        put({ subject, bodyHtml: draftHtml(text) }, by);
      } else if (result.stopped.trim()) put({ bodyHtml: draftHtml(result.stopped) }, null);
      else keepCurrent(kept);
    } catch (error) {
      keepCurrent(kept);
      onProblem(messageOf(error, t("Failed to generate")), () => void generate());
    }
  };
  const generateTones = async () => {
    if (lacksIntent()) return;
    const kept = beginTones();
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
    /** The step before the text begins; empty if there is none. */
    progress: writing.progress,
    stop: writing.stop,
    onRate: rate,
    authorship,
    versions,
    restore: previous.restore && restore,
    clear,
  };
}

type DraftText = Pick<ComposeDraft, "subject" | "bodyHtml">;
/** Not the whole answer: its text is in the form, with the user's edits. */
type DraftVersion = DraftText & { authorship: Authorship | null };
const textOf = ({ subject, bodyHtml }: ComposeDraft): DraftText => ({ subject, bodyHtml });

type PreviousText = DraftText | null;

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
      onError: (error) => onProblem(messageOf(error, t("Failed to suggest subject")), suggestSubject),
    });
  };
  return { suggestSubject, isSuggesting: suggestion.isPending };
}
