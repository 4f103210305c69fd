import type { DraftContent } from "@intellibox/contract/endpoints/drafts";
import type { Tone } from "@intellibox/contract/rules/choices";
import { isUnwritten } from "@intellibox/contract/rules/unwritten";
import { useRef, useState } from "react";
import { composeDefaults, draftFrom } from "#lib/drafts/compose-draft.ts";
import { draftHtml } from "#lib/drafts/draft-html.ts";
import { replyShelf } from "#lib/drafts/reply-drafts.ts";
import { type ReplyState, type Said, saidInWords } from "#lib/drafts/reply-state.ts";
import { useDraftSync } from "#state/use-draft-sync.ts";
import { draftName, startingReply } from "./reply-state.ts";

export type ReplyForm = { to: string; subject: string; emailBody: string; said: Said; tone: Tone; html: string };

/** The reply on the screen. It starts from the inbox's navigation state, or from the saved draft of an earlier visit. */
export function useReplyForm(start: ReplyState) {
  const about = draftName(start);
  const [shelf] = useState(() => replyShelf(about ?? ""));
  // A reply chosen in the inbox just now wins over an older saved draft.
  const [kept] = useState(() => (start.stance || start.draft || about === null ? null : shelf.read()));
  const [form, setForm] = useState<ReplyForm>(() => formFrom(kept, start));
  const latest = useRef(form);
  const isBegun = useRef(kept !== null);
  const put = (next: ReplyForm) => {
    latest.current = next;
    setForm(next);
  };
  const { changed, other } = useDraftSync({
    about,
    shelf,
    read: () => (isBegun.current ? contentOf(latest.current) : null),
    adopt: (found) => {
      isBegun.current = found !== null;
      shelf.take(found && contentOf(formFrom(found, start)));
      put(formFrom(found, start));
    },
  });
  const keep = () => {
    if (about === null) return;
    isBegun.current = true;
    shelf.write(contentOf(latest.current));
    changed();
  };
  const forget = () => {
    if (!isBegun.current) return;
    isBegun.current = false;
    shelf.clear();
    changed();
  };
  const isSent = useRef(false);

  return {
    form,
    latest: () => latest.current,
    /** The version of another device, if both were changed. */
    other,
    change: (changes: Partial<ReplyForm>) => {
      put({ ...latest.current, ...changes });
      // The editor normalizes the quote's HTML when it opens. That change is not the user's, so it starts no draft.
      const isOnlyQuote =
        !isBegun.current && Object.keys(changes).join() === "html" && isUnwritten(latest.current.html);
      if (!isOnlyQuote) keep();
    },
    /** Deletes the saved draft of a sent reply, and saves it again if sending was undone. */
    setIsSent: (now: boolean) => {
      if (now === isSent.current) return;
      isSent.current = now;
      if (now) forget();
      else keep();
    },
  };
}

function formFrom(found: object | null, start: ReplyState): ReplyForm {
  const { to, subject, emailBody, quotedBody, draft, stance, said: words } = start;
  const html = startingReply(draftHtml(draft), quotedBody);
  const defaults = { ...composeDefaults, to, subject, extra: emailBody, bodyHtml: html };
  const { bodyHtml, extra, intent, ...rest } = draftFrom((found ?? {}) as Record<string, unknown>, defaults);
  const said = stance ? { words: words || stance, stance } : saidInWords(words || intent);
  return { to: rest.to, subject: rest.subject, tone: rest.tone, emailBody: extra, said, html: bodyHtml };
}

const contentOf = ({ to, subject, emailBody, said, tone, html }: ReplyForm): DraftContent => ({
  intent: said.words,
  tone,
  extra: emailBody,
  to,
  subject,
  bodyHtml: html,
  followsUp: null,
});
