import type { Tone } from "@intellibox/contract/rules/choices";
import { useRef, useState } from "react";
import { draftHtml } from "#lib/draft-html.ts";
import { type ReplyState, startingReply } from "./reply-state.ts";

export type ReplyForm = { to: string; subject: string; emailBody: string; tone: Tone; html: string };

/** The reply as it stands on the screen, begun from what the inbox handed over. */
export function useReplyForm({ to, subject, emailBody, quotedBody, draft }: ReplyState) {
  const [form, setForm] = useState<ReplyForm>(() => ({
    to,
    subject,
    emailBody,
    tone: "professional",
    html: startingReply(draftHtml(draft), quotedBody),
  }));
  const latest = useRef(form);
  return {
    form,
    latest: () => latest.current,
    change: (changes: Partial<ReplyForm>) => {
      latest.current = { ...latest.current, ...changes };
      setForm(latest.current);
    },
  };
}
