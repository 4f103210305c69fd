import type { FollowUp } from "@intellibox/contract/endpoints/follow-ups";
import { useNavigate } from "react-router";
import { composeDefaults, writeComposeDraft } from "#lib/compose-draft.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { useDismissFollowUp, usePostponeFollowUp, useSendFollowUp } from "./follow-ups.ts";

/** The four things one can do with a draft for mail that nobody answered. Nothing goes out without a click. */
export function useFollowUpDeeds(item: FollowUp) {
  const navigate = useNavigate();
  const send = useSendFollowUp();
  const postpone = usePostponeFollowUp();
  const dismiss = useDismissFollowUp();
  const said = (text: string) => ({ onSuccess: () => toast.success(text, screenToast) });

  const edit = () => {
    const { to, subject, html, inReplyTo, references, original } = item;
    writeComposeDraft({
      ...composeDefaults,
      intent: `Follow up on “${original.subject || "(no subject)"}”`,
      extra: "",
      to: to.join(", "),
      subject,
      bodyHtml: html,
      followsUp: { followUpId: item.id, inReplyTo, references, subject: original.subject },
    });
    void navigate("/compose");
  };

  return {
    isSending: send.isPending,
    isBusy: send.isPending || postpone.isPending || dismiss.isPending,
    send: () => send.mutate(item.id, said("Follow-up sent")),
    edit,
    postpone: () => postpone.mutate({ id: item.id, days: 1 }, said("Snoozed until tomorrow")),
    dismiss: () => dismiss.mutate(item.id, said("Follow-up dismissed")),
  };
}
