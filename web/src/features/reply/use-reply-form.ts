import type { Tone } from "@intellibox/contract/rules/choices";
import { useRef, useState } from "react";
import { emptyBody } from "#lib/compose-draft.ts";
import { type ReplyState, startingReply } from "./reply-state.ts";

export type ReplyForm = { to: string; subject: string; emailBody: string; tone: Tone; html: string };

/** The reply as it stands on the screen, begun from what the inbox handed over. */
export function useReplyForm({ to, subject, emailBody, quotedBody }: ReplyState) {
  const [form, setForm] = useState<ReplyForm>(() => ({
    to,
    subject,
    emailBody,
    tone: "professional",
    html: startingReply(emptyBody, quotedBody),
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
