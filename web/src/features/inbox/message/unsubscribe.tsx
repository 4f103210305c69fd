import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
import { t } from "@intellibox/contract/text/t";
import { useState } from "react";
import { dayMonthYear } from "#lib/format.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { useUnsubscribe } from "#api/senders.ts";
import { Button } from "#components/ui/button.tsx";
import { Confirm } from "#components/ui/confirm.tsx";

/** Leaves the mailing list of the message, after a question that says how. Nothing for mail without a list. */
export function Unsubscribe({ message }: { message: MailMessage }) {
  const { id, from, fromName, account, unsubscribe, unsubscribeTo, unsubscribedAt } = message;
  const [isAsking, setIsAsking] = useState(false);
  const leaving = useUnsubscribe();
  if (!unsubscribe) return null;
  if (unsubscribedAt)
    return (
      <p className="mt-2 text-xs text-text-3">
        {t("Unsubscribed on {unsubscribedAt}", { unsubscribedAt: dayMonthYear(unsubscribedAt) })}
      </p>
    );
  const open = (link: string) => window.open(link, "_blank", "noopener,noreferrer");
  const confirm = () => {
    if (unsubscribe === "link") {
      open(unsubscribeTo ?? "");
      setIsAsking(false);
      return;
    }
    leaving.mutate(id, {
      onSuccess: ({ method, link }) => {
        setIsAsking(false);
        if (method !== "link") toast.success(t("Unsubscribed."), screenToast);
        // The call or the mail was refused, and the browser blocks a page that opens without a click.
        else
          toast.error(t("You are not unsubscribed yet. Open {link} to unsubscribe.", { link }), {
            duration: 10_000,
          });
      },
    });
  };
  const ways = {
    oneClick: t("{unsubscribeTo} is asked to remove {account} from its list.", { unsubscribeTo, account }),
    mail: t("A mail is sent from {account} to {unsubscribeTo}.", { account, unsubscribeTo }),
    link: t("The sender's page opens in a new tab: {unsubscribeTo}", { unsubscribeTo }),
  };
  return (
    <p className="mt-2">
      <Button size="sm" onClick={() => setIsAsking(true)}>
        {t("Unsubscribe")}
      </Button>
      {isAsking && (
        <Confirm
          title={t("Unsubscribe from {sender}?", { sender: fromName || from })}
          action={unsubscribe === "link" ? t("Open page") : t("Unsubscribe")}
          busyAction={t("Unsubscribing…")}
          danger={false}
          busy={leaving.isPending}
          error={leaving.error ? messageOf(leaving.error, t("Could not unsubscribe")) : undefined}
          onConfirm={confirm}
          onCancel={() => setIsAsking(false)}
        >
          <span className="[overflow-wrap:anywhere]">{ways[unsubscribe]}</span>
        </Confirm>
      )}
    </p>
  );
}
