import type { FollowUp } from "@intellibox/contract/endpoints/follow-ups";
import type { SendAnswer } from "@intellibox/contract/endpoints/outbox";
import { useNavigate } from "react-router";
import { composeDefaults, writeComposeDraft } from "#lib/drafts/compose-draft.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { useDismissFollowUp, usePostponeFollowUp, useSendFollowUp } from "#api/follow-ups.ts";

/** Sent is said of what its server has taken; the rest is in the outbox. */
function tellSent({ status, detail = "" }: SendAnswer) {
  if (status === "sent") toast.success("Follow-up sent", screenToast);
  else toast(`The follow-up waits in your outbox. ${detail}`.trim(), { duration: 10_000 });
}

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
    send: () => send.mutate(item.id, { onSuccess: tellSent }),
    edit,
    postpone: () => postpone.mutate({ id: item.id, days: 1 }, said("Snoozed until tomorrow")),
    dismiss: () => dismiss.mutate(item.id, said("Follow-up dismissed")),
  };
}
