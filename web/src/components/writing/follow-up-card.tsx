import type { FollowUp } from "@intellibox/contract/endpoints/follow-ups";
import { t } from "@intellibox/contract/text/t";
import { Clock, Pencil, Send, X } from "lucide-react";
import { useState } from "react";
import { cut, shortMoment } from "#lib/format.ts";
import { AiIcon } from "../ui/ai-icon.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { Tooltip } from "../ui/tooltip.tsx";

type FollowUpActions = {
  isBusy: boolean;
  isSending: boolean;
  send: () => void;
  edit: () => void;
  postpone: () => void;
  dismiss: () => void;
};

const icon = "size-3.5";
/** About the length of two lines. */
const shortLength = 90;

/** A drafted follow-up for an unanswered mail, with its four actions. */
export function FollowUpCard({ item, actions }: { item: FollowUp; actions: FollowUpActions }) {
  const about = item.original.subject || "(no subject)";
  const { isBusy } = actions;
  const [isWhole, setIsWhole] = useState(item.body.length <= shortLength);
  return (
    <li className="flex flex-col gap-1 px-4 py-2.5">
      <p className="flex items-baseline gap-2 text-sm">
        <span className="min-w-0 truncate font-medium text-text">{about}</span>
        <span className="ms-auto shrink-0 text-xs text-text-3">
          {t("sent {sentAt}", { sentAt: shortMoment(item.original.sentAt) })}
        </span>
      </p>
      <p className="truncate text-xs text-text-3">{t("No answer from {people}", { people: item.to.join(", ") })}</p>
      <p className="flex gap-1.5 text-xs text-text-2">
        <AiIcon className="mt-px size-3.5 shrink-0 text-ai" />
        <span className={isWhole ? "[overflow-wrap:anywhere] whitespace-pre-wrap" : "line-clamp-2"}>
          <span className="sr-only">{t("Draft by AI:")} </span>
          {isWhole ? item.body : cut(item.body, 180)}
        </span>
      </p>
      {!isWhole && (
        <button
          type="button"
          aria-label={t("Show the whole follow-up to {about}", { about })}
          onClick={() => setIsWhole(true)}
          className="self-start rounded-item text-xs font-medium text-accent-text hover:underline pointer-coarse:py-2"
        >
          {t("Show all")}
        </button>
      )}
      <div className="mt-1 flex items-center gap-1.5">
        <Button
          size="sm"
          // Primary only after the whole text was shown.
          variant={isWhole ? "primary" : "secondary"}
          busy={actions.isSending}
          disabled={isBusy}
          aria-label={t("Send the follow-up to {about}", { about })}
          icon={<Send className={icon} aria-hidden="true" />}
          onClick={actions.send}
        >
          {t("Send")}
        </Button>
        <Button
          size="sm"
          data-row
          disabled={isBusy}
          aria-label={t("Edit the follow-up to {about}", { about })}
          icon={<Pencil className={icon} aria-hidden="true" />}
          onClick={actions.edit}
        >
          {t("Edit")}
        </Button>
        <Button
          size="sm"
          disabled={isBusy}
          title={t("Ask again tomorrow")}
          aria-label={t("Postpone the follow-up to {about} by a day", { about })}
          icon={<Clock className={icon} aria-hidden="true" />}
          onClick={actions.postpone}
        >
          {t("Postpone")}
        </Button>
        <Tooltip text={t("Dismiss")}>
          <IconButton
            size="icon-sm"
            className="ms-auto"
            disabled={isBusy}
            label={t("Dismiss the follow-up to {about}", { about })}
            icon={<X className="size-4" aria-hidden="true" />}
            onClick={actions.dismiss}
          />
        </Tooltip>
      </div>
    </li>
  );
}
