import type { FollowUp } from "@intellibox/contract/endpoints/follow-ups";
import type { SendAnswer } from "@intellibox/contract/endpoints/outbox";
import { t } from "@intellibox/contract/text/t";
import { composeDefaults, writeComposeDraft } from "#lib/drafts/compose-draft.ts";
import { runMutation } from "#lib/http/run-mutation.ts";
import { useNavigate } from "#lib/router/router.tsx";
import { screenToast, toast } from "#lib/toast.ts";
import { useDismissFollowUp, usePostponeFollowUp, useSendFollowUp } from "#api/follow-ups.ts";

/** Says "sent" only if the mail server accepted the mail. Otherwise the mail is in the outbox. */
function announceSent({ status, detail = "" }: SendAnswer) {
  if (status === "sent") toast.success(t("Follow-up sent"), screenToast);
  else toast(t("The follow-up waits in your outbox. {detail}", { detail }).trim(), { duration: 10_000 });
}

/** The four actions on a follow-up draft: send, edit, snooze and dismiss. */
export function useFollowUpActions(item: FollowUp) {
  const navigate = useNavigate();
  const send = useSendFollowUp();
  const postpone = usePostponeFollowUp();
  const dismiss = useDismissFollowUp();

  const edit = () => {
    const { to, subject, html, inReplyTo, references, original } = item;
    writeComposeDraft({
      ...composeDefaults,
      intent: t("Follow up on “{subject}”", { subject: original.subject || t("(no subject)") }),
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
    send: () => runMutation(send, item.id, announceSent),
    edit,
    postpone: () =>
      runMutation(postpone, { id: item.id, days: 1 }, () => toast.success(t("Snoozed until tomorrow"), screenToast)),
    dismiss: () => runMutation(dismiss, item.id, () => toast.success(t("Follow-up dismissed"), screenToast)),
  };
}
