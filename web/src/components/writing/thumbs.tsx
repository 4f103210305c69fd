import type { Rating } from "@intellibox/contract/endpoints/feedback";
import { t } from "@intellibox/contract/text/t";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useState } from "react";
import { classNames } from "#lib/class-names.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { toast } from "#lib/toast.ts";
import { IconButton } from "../ui/button.tsx";
import { Tooltip } from "../ui/tooltip.tsx";

export type Rate = (usageId: string, rating: Rating | null) => Promise<unknown>;

/** Ratings outlive the component: the strip above a draft comes and goes. */
const given = new Map<string, Rating>();

/** Two buttons that rate an answer of the assistant. A second click takes the rating back. */
export function Thumbs({ usageId, onRate }: { usageId: string; onRate: Rate }) {
  const [ratings, setRatings] = useState<Record<string, Rating | null>>({});
  const rating = ratings[usageId] ?? (usageId in ratings ? null : (given.get(usageId) ?? null));
  const show = (next: Rating | null) => {
    if (next) given.set(usageId, next);
    else given.delete(usageId);
    setRatings((before) => ({ ...before, [usageId]: next }));
  };
  const press = async (pressed: Rating) => {
    const next = pressed === rating ? null : pressed;
    show(next);
    try {
      await onRate(usageId, next);
    } catch (error) {
      show(rating);
      toast.error(messageOf(error, t("Your rating could not be saved")));
    }
  };
  const button = (value: Rating, label: string, Icon: typeof ThumbsUp) => (
    <Tooltip text={label}>
      <IconButton
        size="icon-sm"
        label={label}
        aria-pressed={rating === value}
        icon={
          <Icon className={classNames("size-3.5", rating === value && "fill-current text-ai")} aria-hidden="true" />
        }
        onClick={() => void press(value)}
      />
    </Tooltip>
  );
  return (
    <span className="flex shrink-0 items-center">
      {button("up", t("Good answer"), ThumbsUp)}
      {button("down", t("Not a good answer"), ThumbsDown)}
      <span role="status" className="sr-only">
        {rating && t("Thank you. Your administrator sees only how many people liked an answer.")}
      </span>
    </span>
  );
}
