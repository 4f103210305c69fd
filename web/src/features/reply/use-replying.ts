import { assistant } from "@intellibox/contract/endpoints/assistant";
import type { Tone } from "@intellibox/contract/rules/choices";
import { isUnwritten } from "@intellibox/contract/rules/unwritten";
import { useRef, useState } from "react";
import { draftHtml } from "#lib/drafts/draft-html.ts";
import { withRe } from "#lib/drafts/reply-state.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { splitQuoted } from "#lib/mail/outgoing.ts";
import { timeZone } from "#lib/time-zone.ts";
import { type Authorship, useSuggestSubject, useWriting } from "#api/assistant.ts";

type Asked = { emailBody: string; tone: Tone };
type ReplyingOptions = {
  asked: () => Asked;
  html: () => string;
  onHtml: (html: string) => void;
  onSubject: (subject: string) => void;
  onStart: () => void;
  onProblem: (message: string, tryAgain?: () => void) => void;
};

/** What an AI writes for a reply: the answer above the quote, and a subject. */
export function useReplying({ asked, html, onHtml, onSubject, onStart, onProblem }: ReplyingOptions) {
  const writing = useWriting();
  const suggestion = useSuggestSubject();
  const [authorship, setAuthorship] = useState<Authorship | null>(null);
  /** What stood there before it wrote. */
  const [before, setBefore] = useState<{ html: string } | null>(null);
  const last = useRef({ stance: "", variant: -1 });

  const put = (text: string) => onHtml(draftHtml(text) + splitQuoted(html()).quoted);
  const generate = async (stance: string) => {
    onStart();
    setAuthorship(null);
    const kept = isUnwritten(html()) ? null : { html: html() };
    setBefore(kept);
    // Nothing came of it: what was kept still stands there. Another writing may have kept its own since.
    const forget = () => setBefore((now) => (now === kept ? null : now));
    // The same wish again asks for another wording.
    last.current = { stance, variant: stance === last.current.stance ? last.current.variant + 1 : 0 };
    const body = { ...asked(), ...last.current, timeZone: timeZone() };
    try {
      const result = await writing.write(assistant.draftReply, { body }, "Failed to generate");
      if ("answer" in result) {
        put(result.answer.reply);
        setAuthorship(result.answer);
      } else if (result.stopped.trim()) put(result.stopped);
      else forget();
    } catch (error) {
      forget();
      last.current.variant -= 1;
      onProblem(messageOf(error, "Failed to generate"), () => void generate(stance));
    }
  };
  const suggestSubject = () =>
    suggestion.mutate(asked().emailBody, {
      onSuccess: ({ subject }) => onSubject(withRe(subject)),
      onError: (error) => onProblem(messageOf(error, "Failed to suggest subject"), suggestSubject),
    });
  const restore = () => {
    if (before !== null) onHtml(before.html);
    setBefore(null);
    setAuthorship(null);
  };

  return {
    generate: (stance = "") => void generate(stance),
    suggestSubject,
    isSuggesting: suggestion.isPending,
    isBusy: writing.isWriting,
    /** What is being written right now; null while the editor is the user's. */
    text: writing.text,
    stop: writing.stop,
    authorship,
    restore: before === null || writing.isWriting ? undefined : restore,
  };
}
