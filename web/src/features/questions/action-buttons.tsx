import type { ProposedAction } from "@intellibox/contract/endpoints/questions";
import { t } from "@intellibox/contract/text/t";
import { useQueryClient } from "@tanstack/react-query";
import { Clock, PenLine, Tag, Workflow } from "lucide-react";
import { type ReactNode, useState } from "react";
import { dateTime } from "#lib/format.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { useNavigate } from "#lib/router/router.tsx";
import { screenToast, toast } from "#lib/toast.ts";
import { labelMessage, snoozeMessage } from "#api/questions.ts";
import { Button } from "#components/ui/button.tsx";
import { ToastButton } from "#components/ui/toast-button.tsx";

type ActionButtonsProps = {
  actions: readonly ProposedAction[];
  /** Opens a reply to the message. */
  onReply: (messageId: string, intent: string) => Promise<void>;
  /** Called when the page behind the panel changes. */
  onLeave: () => void;
};

/** Buttons for the next steps that an answer offers. */
export function ActionButtons({ actions, onReply, onLeave }: ActionButtonsProps) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [running, setRunning] = useState<number | null>(null);

  const carryOut = async (action: ProposedAction) => {
    if (action.do === "rule") {
      void navigate(`/inbox?${new URLSearchParams({ tab: "rules", sentence: action.sentence })}`);
      onLeave();
    } else if (action.do === "draft") {
      await onReply(action.messageId, action.intent);
      onLeave();
    } else if (action.do === "label")
      offerUndo(
        t("Labelled “{label}”.", { label: action.label }),
        await labelMessage(cache, action.messageId, action.label),
      );
    else
      offerUndo(
        t("Snoozed until {time}.", { time: dateTime(action.until) }),
        await snoozeMessage(cache, action.messageId, action.until),
      );
  };
  const press = async (action: ProposedAction, index: number) => {
    setRunning(index);
    await carryOut(action).catch((error) => toast(messageOf(error), screenToast));
    setRunning(null);
  };
  if (actions.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-2">
      {actions.map((action, index) => (
        <Button
          // biome-ignore lint/suspicious/noArrayIndexKey: the list of an answer never changes
          key={index}
          size="sm"
          className="max-w-full"
          busy={running === index}
          icon={icons[action.do]}
          onClick={() => void press(action, index)}
        >
          <span className="truncate">{labelOf(action)}</span>
        </Button>
      ))}
    </div>
  );
}

const icon = "size-3.5";
const icons: Record<ProposedAction["do"], ReactNode> = {
  draft: <PenLine className={icon} aria-hidden="true" />,
  label: <Tag className={icon} aria-hidden="true" />,
  snooze: <Clock className={icon} aria-hidden="true" />,
  rule: <Workflow className={icon} aria-hidden="true" />,
};

function labelOf(action: ProposedAction): string {
  if (action.do === "draft") return t("Write a reply");
  if (action.do === "label") return t("Label “{label}”", { label: action.label });
  return action.do === "snooze" ? t("Snooze until {time}", { time: dateTime(action.until) }) : t("Make a rule");
}

function offerUndo(words: string, undo: () => Promise<void>) {
  const id = toast(
    <span className="flex items-start gap-2">
      <span className="min-w-0 flex-1">{words}</span>
      <ToastButton
        onPress={() => {
          toast.dismiss(id);
          undo().catch((error) => toast(messageOf(error), screenToast));
        }}
      >
        {t("Undo")}
      </ToastButton>
    </span>,
    { duration: 8_000 },
  );
}
