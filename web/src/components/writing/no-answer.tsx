import type { NoAnswerReason } from "@intellibox/contract/rules/choices";
import { t } from "@intellibox/contract/text/t";
import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const reasons: Record<NoAnswerReason, string> = {
  newsletter: t("This is a newsletter."),
  receipt: t("This is a receipt or a confirmation."),
  "out-of-office": t("This is an automatic notice of absence."),
  "no-reply": t("Its sender takes no replies."),
  bounce: t("This is a notice that a mail could not be delivered."),
  notification: t("This is a notification."),
  fraud: t("This looks like fraud. Do not open its links or enter anything; report it to your IT."),
};

type NoAnswerProps = {
  noAnswer: { reason: NoAnswerReason; unsubscribe?: boolean | undefined };
  /** Buttons for other actions. */
  children?: ReactNode;
};

/** Says that a mail needs no answer, and why. */
export const NoAnswer = ({ noAnswer, children }: NoAnswerProps) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-hover px-3 py-2 text-sm">
    {noAnswer.reason === "fraud" ? (
      <TriangleAlert className="size-4 shrink-0 text-warn" aria-hidden="true" />
    ) : (
      <CircleCheck className="size-4 shrink-0 text-ok" aria-hidden="true" />
    )}
    <p className="min-w-0 flex-1 basis-48 text-text-2">
      <span className="font-medium text-text">
        {noAnswer.reason === "fraud" ? t("Do not answer.") : t("No answer needed.")}
      </span>{" "}
      {reasons[noAnswer.reason]}{" "}
      {noAnswer.unsubscribe && t("To get no more of them, use the unsubscribe link in the mail.")}
    </p>
    {children}
  </div>
);
