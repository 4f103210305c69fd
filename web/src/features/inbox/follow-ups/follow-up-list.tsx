import type { FollowUp } from "@intellibox/contract/endpoints/follow-ups";
import { Clock, Pencil, Send, X } from "lucide-react";
import { useNavigate } from "react-router";
import { composeDefaults, writeComposeDraft } from "#lib/compose-draft.ts";
import { cut, shortMoment } from "#lib/format.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { useDismissFollowUp, usePostponeFollowUp, useSendFollowUp } from "#api/follow-ups.ts";
import { Button, IconButton } from "#components/button.tsx";
import { Spark } from "#components/spark.tsx";
import { Tooltip } from "#components/tooltip.tsx";

export function FollowUpList({ items }: { items: readonly FollowUp[] }) {
  return (
    <ul className="min-h-0 divide-y divide-line overflow-y-auto border-t border-line">
      {items.map((item) => (
        <FollowUpCard key={item.id} item={item} />
      ))}
    </ul>
  );
}

const icon = "size-4";

/** One draft, and the four things one can do with it. Nothing goes out without a click. */
function FollowUpCard({ item }: { item: FollowUp }) {
  const navigate = useNavigate();
  const send = useSendFollowUp();
  const postpone = usePostponeFollowUp();
  const dismiss = useDismissFollowUp();
  const isBusy = send.isPending || postpone.isPending || dismiss.isPending;
  const about = item.original.subject || "(no subject)";

  const edit = () => {
    const { to, subject, html, inReplyTo, references } = item;
    writeComposeDraft({
      ...composeDefaults,
      intent: `Follow up on “${about}”`,
      extra: "",
      to: to.join(", "),
      subject,
      bodyHtml: html,
    });
    void navigate("/compose", { state: { followUpId: item.id, inReplyTo, references } });
  };
  const later = () =>
    postpone.mutate({ id: item.id, days: 1 }, { onSuccess: () => toast.success("Postponed by a day", screenToast) });

  return (
    <li className="flex flex-col gap-1 px-4 py-2.5">
      <p className="flex items-baseline gap-2 text-sm">
        <span className="min-w-0 truncate font-medium text-text">{about}</span>
        <span className="ml-auto shrink-0 text-xs text-text-3">sent {shortMoment(item.original.sentAt)}</span>
      </p>
      <p className="truncate text-xs text-text-3">No answer from {item.to.join(", ")}</p>
      <p className="flex gap-1.5 text-xs text-text-2">
        <Spark className="mt-px size-3.5 shrink-0 text-ai" />
        <span className="line-clamp-2">
          <span className="sr-only">Draft by AI: </span>
          {cut(item.body, 180)}
        </span>
      </p>
      <div className="mt-1 flex items-center gap-1.5">
        <Button
          size="sm"
          variant="primary"
          busy={send.isPending}
          disabled={isBusy}
          aria-label={`Send the follow-up to ${about}`}
          icon={<Send className="size-3.5" aria-hidden="true" />}
          onClick={() => send.mutate(item.id, { onSuccess: () => toast.success("Follow-up sent", screenToast) })}
        >
          Send
        </Button>
        <Button
          size="sm"
          disabled={isBusy}
          aria-label={`Edit the follow-up to ${about}`}
          icon={<Pencil className="size-3.5" aria-hidden="true" />}
          onClick={edit}
        >
          Edit
        </Button>
        <Button
          size="sm"
          busy={postpone.isPending}
          disabled={isBusy}
          title="Ask again tomorrow"
          aria-label={`Postpone the follow-up to ${about} by a day`}
          icon={<Clock className="size-3.5" aria-hidden="true" />}
          onClick={later}
        >
          Postpone
        </Button>
        <Tooltip text="Dismiss">
          <IconButton
            size="icon-sm"
            className="ml-auto"
            disabled={isBusy}
            label={`Dismiss the follow-up to ${about}`}
            icon={<X className={icon} aria-hidden="true" />}
            onClick={() => dismiss.mutate(item.id, { onSuccess: () => toast("Follow-up dismissed", screenToast) })}
          />
        </Tooltip>
      </div>
    </li>
  );
}
