import type { MailMessage } from "@intellibox/contract/endpoints/inbox";
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
    return <p className="mt-2 text-xs text-text-3">{`Unsubscribed on ${dayMonthYear(unsubscribedAt)}`}</p>;
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
        if (method !== "link") toast.success("Unsubscribed.", screenToast);
        // The list's server refused the call, and the browser blocks a page that opens without a click.
        else toast.error(`The list did not accept the request. Open ${link} to unsubscribe.`, { duration: 10_000 });
      },
    });
  };
  const ways = {
    oneClick: `${unsubscribeTo} is asked to remove ${account} from its list.`,
    mail: `A mail is sent from ${account} to ${unsubscribeTo}.`,
    link: `The sender's page opens in a new tab: ${unsubscribeTo}`,
  };
  return (
    <p className="mt-2">
      <Button size="sm" onClick={() => setIsAsking(true)}>
        Unsubscribe
      </Button>
      {isAsking && (
        <Confirm
          title={`Unsubscribe from ${fromName || from}?`}
          action={unsubscribe === "link" ? "Open page" : "Unsubscribe"}
          busyAction="Unsubscribing…"
          danger={false}
          busy={leaving.isPending}
          error={leaving.error ? messageOf(leaving.error, "Could not unsubscribe") : undefined}
          onConfirm={confirm}
          onCancel={() => setIsAsking(false)}
        >
          <span className="[overflow-wrap:anywhere]">{ways[unsubscribe]}</span>
        </Confirm>
      )}
    </p>
  );
}
