import { defaultFollowUp } from "@intellibox/contract/rules/choices";
import { defaultUndoSeconds } from "@intellibox/contract/rules/limits";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { withSignature } from "#lib/outgoing.ts";
import { screenToast, toast } from "#lib/toast.ts";
import { useAttachments } from "#lib/use-attachments.ts";
import type { Mail } from "./outbox.ts";
import { type SendingOptions, useSending } from "./sending.ts";
import { profileQuery } from "./users.ts";

export type DeskProblem = { message: string; tryAgain?: (() => void) | undefined };
type Letter = Omit<Mail, "files" | "followUp" | "isTracked" | "undoSeconds">;

/** What both writing screens share: one place for problems, files, the choices for after sending, signature and sending. */
export function useWritingDesk({ required, announce }: Pick<SendingOptions, "required" | "announce">) {
  const [problem, setProblem] = useState<DeskProblem | null>(null);
  const [followUp, setFollowUp] = useState<string>(defaultFollowUp);
  const [isTracked, setIsTracked] = useState(true);
  const profile = useQuery({ ...profileQuery, retry: false }).data;
  const signatureHtml = profile?.signatureHtml ?? "";

  const dismissProblem = () => setProblem(null);
  const fail = (message: string, tryAgain?: () => void) => {
    const again = () => {
      dismissProblem();
      tryAgain?.();
    };
    setProblem({ message, tryAgain: tryAgain && again });
    toast.error(message, screenToast);
  };
  const files = useAttachments(fail);
  const sending = useSending({
    required,
    announce,
    onProblem: fail,
    // The page may be another by now, so it is said for longer than usual.
    onFailedLater: ({ subject }, message) => toast.error(`“${subject}” was not sent: ${message}`, { duration: 15_000 }),
    onSentLater: ({ subject }) => toast.success(`“${subject}” was sent.`, screenToast),
  });

  return {
    problem,
    fail,
    dismissProblem,
    files,
    sending,
    signatureHtml,
    afterSending: { followUp, onFollowUp: setFollowUp, isTracked, onTracked: setIsTracked },
    send: ({ html, ...letter }: Letter) => {
      dismissProblem();
      const undoSeconds = profile?.undoSeconds ?? defaultUndoSeconds;
      const choices = { files: files.list, followUp, isTracked, undoSeconds };
      sending.send({ ...letter, ...choices, html: withSignature(html, signatureHtml) });
    },
    reset: () => {
      files.clear();
      sending.forgetSent();
      setFollowUp(defaultFollowUp);
      setIsTracked(true);
      dismissProblem();
    },
  };
}
