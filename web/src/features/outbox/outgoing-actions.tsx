import type { OutgoingMail } from "@intellibox/contract/endpoints/own-mail";
import { t } from "@intellibox/contract/text/t";
import { CalendarClock, Pencil, RotateCw, Send, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { dateTime } from "#lib/format.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { runMutation } from "#lib/http/run-mutation.ts";
import { recipientsInWords } from "#lib/mail/mail-outcome.ts";
import { useNavigate } from "#lib/router/router.tsx";
import { screenToast, toast } from "#lib/toast.ts";
import { useOutgoingMutations } from "#api/own-mail.ts";
import { Button, IconButton } from "#components/ui/button.tsx";
import { Confirm } from "#components/ui/confirm.tsx";
import { Popover } from "#components/ui/popover.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import { announceMail } from "#components/writing/mail-toast.tsx";
import { SendLaterForm } from "#components/writing/send-button.tsx";

const icon = "size-4";

/** The actions for an outbox entry. There are none while it is being sent. */
export function OutgoingActions({ mail, look }: { mail: OutgoingMail; look: "row" | "detail" }) {
  const navigate = useNavigate();
  const mutations = useOutgoingMutations();
  const [asking, setAsking] = useState<"again" | "cancel" | null>(null);
  if (mail.state === "sending") return null;
  const isFailed = mail.state === "failed" || mail.state === "unconfirmed";
  const name = mail.subject || "(no subject)";

  const send = () => {
    setAsking(null);
    announceMail(mail, { state: "sending" });
    // Not the callbacks of `mutate`: a sent mail leaves the list, and they are dropped with its row.
    mutations.send.mutateAsync(mail).then(
      (outcome) => announceMail(mail, outcome),
      (error) => announceMail(mail, { state: "failed", detail: messageOf(error, t("Failed to send")) }),
    );
  };
  const reschedule = (sendAt: Date) =>
    runMutation(mutations.reschedule, { mail, sendAt }, () =>
      toast.success(t("Will be sent {sendAt}", { sendAt: dateTime(sendAt) }), screenToast),
    );
  const discard = () =>
    runMutation(mutations.discard, mail, () => {
      setAsking(null);
      toast.success(isFailed ? t("Removed from the outbox") : t("Cancelled. The mail will not be sent."), screenToast);
    });

  const isRow = look === "row";
  const rest = isRow ? "max-md:hidden" : "";
  return (
    <>
      <Action {...{ isRow, name }} verb={t("Edit")} onPress={() => void navigate(`/compose?edit=${mail.id}`)}>
        <Pencil className={icon} aria-hidden="true" />
      </Action>
      <Action
        {...{ isRow, name }}
        verb={isFailed ? t("Retry") : t("Send now")}
        busy={mutations.send.isPending}
        onPress={mail.state === "unconfirmed" ? () => setAsking("again") : send}
      >
        {isFailed ? <RotateCw className={icon} aria-hidden="true" /> : <Send className={icon} aria-hidden="true" />}
      </Action>
      {!isFailed && !isRow && <Reschedule name={name} onChoose={reschedule} />}
      <Action
        {...{ isRow, name }}
        verb={isFailed ? t("Remove") : t("Cancel")}
        className={rest}
        onPress={() => setAsking("cancel")}
      >
        <Trash2 className={icon} aria-hidden="true" />
      </Action>
      {asking === "again" && (
        <Confirm
          title={t("Send again?")}
          action={t("Send again")}
          danger={false}
          onConfirm={send}
          onCancel={() => setAsking(null)}
        >
          {t("It is not known whether {to} got this mail. They may get it twice.", { to: recipientsInWords(mail.to) })}
        </Confirm>
      )}
      {asking === "cancel" && (
        <Confirm
          title={isFailed ? t("Remove “{name}”?", { name }) : t("Cancel “{name}”?", { name })}
          action={isFailed ? t("Remove") : t("Cancel the mail")}
          busy={mutations.discard.isPending}
          error={mutations.discard.error?.message}
          onConfirm={discard}
          onCancel={() => setAsking(null)}
        >
          {isFailed ? t("Its text is deleted.") : t("It will not be sent, and its text is deleted.")}
        </Confirm>
      )}
    </>
  );
}

const Reschedule = ({ name, onChoose }: { name: string; onChoose: (at: Date) => void }) => (
  <Popover
    label={t("Send later")}
    className="w-80 p-3"
    trigger={
      <Button
        size="sm"
        aria-label={t("Change the time: {name}", { name })}
        icon={<CalendarClock className={icon} aria-hidden="true" />}
      >
        {t("Change the time")}
      </Button>
    }
  >
    {(close) => (
      <SendLaterForm
        onChoose={(at) => {
          close();
          onChoose(at);
        }}
      />
    )}
  </Popover>
);

type ActionProps = {
  verb: string;
  name: string;
  isRow: boolean;
  busy?: boolean;
  className?: string;
  onPress: () => void;
  children: ReactNode;
};

/** An icon button in the row; a button with text in the detail. */
function Action({ verb, name, isRow, busy = false, className, onPress, children }: ActionProps) {
  const common = { busy, className, icon: children, onClick: onPress };
  if (!isRow)
    return (
      <Button size="sm" aria-label={`${verb}: ${name}`} {...common}>
        {verb}
      </Button>
    );
  return (
    <Tooltip text={verb}>
      <IconButton size="icon-sm" label={`${verb}: ${name}`} {...common} />
    </Tooltip>
  );
}
