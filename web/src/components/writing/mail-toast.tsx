import { t } from "@intellibox/contract/text/t";
import { Clock } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { dateTime } from "#lib/format.ts";
import { messageOf } from "#lib/http/api-error.ts";
import { type MailOutcome, recipientsInWords } from "#lib/mail/mail-outcome.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { ToastButton } from "../ui/toast-button.tsx";
import { UndoButton } from "../ui/undo-offer.tsx";

type ToastMail = { messageId: string; to: readonly string[]; subject: string };
type MailActions = {
  undo?: (() => Promise<void>) | undefined;
  /** The words after an undo; by default that the draft is kept. */
  undone?: string | undefined;
  retry?: (() => Promise<void>) | undefined;
};

/** Long enough to read and act on, also if the user is on another page by now. */
const longMs = 20_000;
const plannedMs = 10_000;

const toastOf = ({ messageId }: Pick<ToastMail, "messageId">) => `mail ${messageId}`;
/** Removes the toast of a mail, and with it the offer to undo. */
export const endMailToast = (mail: Pick<ToastMail, "messageId">) => toast.dismiss(toastOf(mail));

/** Shows the state of a mail in its one toast. "Sent" appears only after the mail server has accepted it. */
export function announceMail(mail: ToastMail, outcome: MailOutcome, actions: MailActions = {}) {
  const id = toastOf(mail);
  // An update keeps every option that it does not replace, so the icon of an earlier state must be reset.
  const same = { id, icon: undefined };
  const undone = actions.undone ?? t("Sending undone. Your draft is kept.");
  const undo = actions.undo && (() => void attempt(id, actions.undo, t("Too late to undo."), undone));
  const retry = actions.retry && (() => void attempt(id, actions.retry, t("Failed to send")));
  switch (outcome.state) {
    case "undoable":
      return toast(<Undoable mail={mail} until={outcome.until} onUndo={undo} />, {
        ...same,
        duration: Number.POSITIVE_INFINITY,
      });
    case "scheduled":
      return toast(
        <About
          mail={mail}
          title={t("Will be sent {at}", { at: dateTime(outcome.at) })}
          action={undo && <UndoButton until={Date.now() + plannedMs} onUndo={undo} />}
        />,
        { ...same, duration: plannedMs },
      );
    case "sending":
      return toast.loading(<About mail={mail} title={t("Sending…")} />, {
        ...same,
        duration: Number.POSITIVE_INFINITY,
      });
    case "sent":
      return toast.success(
        <About title={t("Sent to {to}", { to: recipientsInWords(mail.to) })} detail={outcome.detail} />,
        // Refused recipients need time to be read.
        { ...same, duration: outcome.detail ? longMs : screenToast.duration },
      );
    case "waiting":
      return toast(
        <About
          mail={mail}
          title={t("Waiting: {detail}", { detail: outcome.detail })}
          detail={outcome.at && t("Next try at {at}.", { at: dateTime(outcome.at) })}
          action={undo && !outcome.at && <UndoButton until={Date.now() + longMs} onUndo={undo} />}
        />,
        { id, duration: longMs, icon: <Clock className="size-4 text-warn" aria-hidden="true" /> },
      );
    case "failed":
      return toast.error(
        <About
          mail={mail}
          title={t("Not sent: {detail}", { detail: outcome.detail })}
          action={retry && <ToastButton onPress={retry}>{t("Retry")}</ToastButton>}
        />,
        { ...same, duration: longMs },
      );
    case "unconfirmed":
      return toast.error(
        <About mail={mail} title={t("Unconfirmed: {detail}", { detail: withoutStart(outcome.detail) })} />,
        {
          ...same,
          duration: longMs,
        },
      );
    default:
      return toast.dismiss(id);
  }
}

/** Says what was done, if there are words for it, or why it failed. */
async function attempt(id: string, action: (() => Promise<void>) | undefined, otherwise: string, done?: string) {
  try {
    await action?.();
    if (done) toast.success(done, { id, icon: undefined, ...screenToast });
  } catch (error) {
    toast.error(messageOf(error, otherwise), { id, icon: undefined, duration: longMs });
  }
}

/** Removes "Delivery unconfirmed:", which the title says already. */
const withoutStart = (detail: string) => detail.replace(/^Delivery unconfirmed:\s*/, "");

type AboutProps = { mail?: ToastMail; title: ReactNode; detail?: ReactNode; action?: ReactNode };

function About({ mail, title, detail, action }: AboutProps) {
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <p className="tabular-nums">{title}</p>
        {detail && <p>{detail}</p>}
        {mail && <p className="truncate text-xs text-text-3">{nameOf(mail)}</p>}
      </div>
      {action}
    </div>
  );
}

/** “Terms” to priya@example.com */
export const nameOf = ({ subject, to }: Pick<ToastMail, "subject" | "to">) =>
  t("“{subject}” to {to}", { subject: subject || t("(no subject)"), to: recipientsInWords(to) });

function Undoable({ mail, until, onUndo }: { mail: ToastMail; until: Date; onUndo: (() => void) | undefined }) {
  const left = useSecondsUntil(until);
  return (
    <About
      mail={mail}
      title={left > 0 ? t("Sending in {left} s", { left }) : t("Sending…")}
      action={left > 0 && onUndo && <UndoButton until={until.getTime()} onUndo={onUndo} />}
    />
  );
}

/** Counts down on its own, because hovering keeps the toast open after the offer has ended. */
function useSecondsUntil(until: Date) {
  const secondsLeft = () => Math.max(0, Math.ceil((until.getTime() - Date.now()) / 1000));
  const [left, setLeft] = useState(secondsLeft);
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsLeft()), 250);
    return () => clearInterval(timer);
  });
  return left;
}
