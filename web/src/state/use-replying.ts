import { assistant } from "@intellibox/contract/endpoints/assistant";
import type { Tone } from "@intellibox/contract/rules/choices";
import { isUnwritten } from "@intellibox/contract/rules/unwritten";
import { t } from "@intellibox/contract/text/t";
import { useRef, useState } from "react";
import { draftHtml } from "#lib/drafts/draft-html.ts";
import type { OwnTexts } from "#lib/drafts/own-texts.ts";
import { type Said, withRe } from "#lib/drafts/reply-state.ts";
import { usesKnowledge } from "#lib/drafts/uses-knowledge.ts";
import { rememberDraft } from "#lib/drafts/written-drafts.ts";
import { useVersions } from "#lib/hooks/use-versions.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { splitQuoted } from "#lib/mail/outgoing.ts";
import { timeZone } from "#lib/time-zone.ts";
import { type Authorship, useSuggestSubject, useWriting } from "#api/assistant.ts";
import { rate } from "#api/rate.ts";

type ReplyRequest = { emailBody: string; from: string; tone: Tone; said: Said };
type ReplyVersion = { html: string; authorship: Authorship | null };
type ReplyingOptions = {
  /** The user's texts that the AI replaced. */
  own: OwnTexts;
  request: () => ReplyRequest;
  html: () => string;
  /** Who wrote the text that the screen starts with, if it was the assistant. */
  prepared?: Authorship | undefined;
  onHtml: (html: string) => void;
  onSubject: (subject: string) => void;
  onStart: () => void;
  onProblem: (message: string, tryAgain?: () => void) => void;
};

/** Everything that the AI writes for a reply: the text above the quote, and a subject. */
export function useReplying(options: ReplyingOptions) {
  const { own, request, html, prepared, onHtml, onSubject, onStart, onProblem } = options;
  const writing = useWriting();
  const suggestion = useSuggestSubject();
  const [authorship, setAuthorship] = useState<Authorship | null>(prepared ?? null);
  const [ownCount, setOwnCount] = useState(() => own.list().length);
  const last = useRef({ stance: "", variant: -1 });
  const versions = useVersions<ReplyVersion>({
    first: prepared && { html: html(), authorship: prepared },
    read: () => ({ html: html() }),
    show: (version) => {
      onHtml(version.html);
      setAuthorship(version.authorship);
    },
  });

  /** Keeps the text on the screen: an earlier draft as a version, the user's own text to be restored. */
  const keepText = () => {
    if (versions.current()) return versions.keepEdits();
    if (!isUnwritten(html())) own.keep(html());
    setOwnCount(own.list().length);
  };
  const put = (text: string, by: Authorship | null) => {
    // Only now: while the AI wrote, the draft of another device may have arrived.
    keepText();
    onHtml(draftHtml(text) + splitQuoted(html()).quoted);
    setAuthorship(by);
    versions.add({ html: html(), authorship: by });
  };
  const generate = async (stance: string) => {
    onStart();
    setAuthorship(null);
    const showEarlier = () => setAuthorship(versions.current()?.authorship ?? null);
    // Generating again with the same stance asks for another wording.
    last.current = { stance, variant: stance === last.current.stance ? last.current.variant + 1 : 0 };
    const { emailBody, from, tone } = request();
    const body = { emailBody, from, tone, ...last.current, timeZone: timeZone(), usesKnowledge: usesKnowledge() };
    try {
      const result = await writing.write(assistant.draftReply, { body }, t("Failed to generate"));
      if ("answer" in result) {
        rememberDraft(result.answer, result.answer.reply);
        put(result.answer.reply, result.answer);
      } else if (result.stopped.trim()) put(result.stopped, null);
      else showEarlier();
    } catch (error) {
      showEarlier();
      last.current.variant -= 1;
      onProblem(messageOf(error, t("Failed to generate")), () => void generate(stance));
    }
  };
  const suggestSubject = () =>
    suggestion.mutate(request().emailBody, {
      onSuccess: ({ subject }) => onSubject(withRe(subject)),
      onError: (error) => onProblem(messageOf(error, t("Failed to suggest subject")), suggestSubject),
    });
  const restore = () => {
    const text = own.take();
    if (text !== undefined) onHtml(text);
    setOwnCount(own.list().length);
    setAuthorship(null);
    versions.clear();
  };

  return {
    /** Drafts a reply that says what the user chose or typed; by default, what the form has. */
    generate: ({ stance }: Said = request().said) => void generate(stance),
    suggestSubject,
    isSuggesting: suggestion.isPending,
    isBusy: writing.isWriting,
    /** The text that is being streamed, shown over the editor; null while nothing is streamed. */
    text: writing.text,
    /** The step before the text begins; empty if there is none. */
    progress: writing.progress,
    stop: writing.stop,
    onRate: rate,
    authorship,
    versions,
    restore: ownCount === 0 || writing.isWriting ? undefined : restore,
  };
}
