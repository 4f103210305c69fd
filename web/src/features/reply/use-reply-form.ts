import type { DraftContent } from "@intellibox/contract/endpoints/drafts";
import type { Tone } from "@intellibox/contract/rules/choices";
import { isUnwritten } from "@intellibox/contract/rules/unwritten";
import { useCallback, useLayoutEffect, useRef, useState } from "react";
import { composeDefaults, draftFrom } from "#lib/drafts/compose-draft.ts";
import { draftHtml } from "#lib/drafts/draft-html.ts";
import { replyShelf } from "#lib/drafts/reply-drafts.ts";
import type { ReplyState } from "#lib/drafts/reply-state.ts";
import { useDraftKeeping } from "#state/use-draft-sync.ts";
import { draftName, startingReply } from "./reply-state.ts";

export type ReplyForm = { to: string; subject: string; emailBody: string; tone: Tone; html: string };

/** The reply as it stands on the screen: begun from what the inbox handed over, or gone on with where it was left. */
export function useReplyForm(start: ReplyState) {
  const about = draftName(start);
  const [shelf] = useState(() => replyShelf(about ?? ""));
  // An answer chosen in the inbox just now is wanted rather than one that was left unsent.
  const [kept] = useState(() => (start.stance || start.draft || about === null ? null : shelf.read()));
  const [form, setForm] = useState<ReplyForm>(() => formFrom(kept, start));
  const latest = useRef(form);
  const isBegun = useRef(kept !== null);
  const put = (next: ReplyForm) => {
    latest.current = next;
    setForm(next);
  };
  const { changed, other } = useDraftKeeping({
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
  const latestDeeds = useRef({ keep, forget });
  useLayoutEffect(() => {
    latestDeeds.current = { keep, forget };
  });

  return {
    form,
    latest: () => latest.current,
    /** What another device made of it, where both were changed. */
    other,
    change: (changes: Partial<ReplyForm>) => {
      put({ ...latest.current, ...changes });
      // The editor spells the quote in its own way when it opens: that is nothing anybody wrote.
      const isOnlyQuote =
        !isBegun.current && Object.keys(changes).join() === "html" && isUnwritten(latest.current.html);
      if (!isOnlyQuote) keep();
    },
    /** A reply that went out is not offered again; one that was taken back is. */
    setIsSent: useCallback((now: boolean) => {
      if (now === isSent.current) return;
      isSent.current = now;
      if (now) latestDeeds.current.forget();
      else latestDeeds.current.keep();
    }, []),
  };
}

function formFrom(found: object | null, { to, subject, emailBody, quotedBody, draft }: ReplyState): ReplyForm {
  const html = startingReply(draftHtml(draft), quotedBody);
  const defaults = { ...composeDefaults, to, subject, extra: emailBody, bodyHtml: html };
  const { bodyHtml, extra, ...rest } = draftFrom((found ?? {}) as Record<string, unknown>, defaults);
  return { to: rest.to, subject: rest.subject, tone: rest.tone, emailBody: extra, html: bodyHtml };
}

const contentOf = ({ to, subject, emailBody, tone, html }: ReplyForm): DraftContent => ({
  intent: "",
  tone,
  extra: emailBody,
  to,
  subject,
  bodyHtml: html,
  followsUp: null,
});
