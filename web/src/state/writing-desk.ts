import { defaultFollowUp } from "@intellibox/contract/rules/choices";
import { defaultUndoSeconds } from "@intellibox/contract/rules/limits";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { lookOf } from "#lib/drafts/sent-mark.ts";
import { useAttachments } from "#lib/hooks/use-attachments.ts";
import { withSignature } from "#lib/mail/outgoing.ts";
import { screenToast, toast } from "#lib/toast.ts";
import type { Mail } from "#api/outbox.ts";
import { profileQuery } from "#api/users.ts";
import { type SendingOptions, useSending } from "./sending.ts";

export type DeskProblem = { message: string; tryAgain?: (() => void) | undefined };
type Letter = Omit<Mail, "files" | "followUp" | "isTracked" | "undoSeconds">;
/** What a mail begins with that was written before. */
type DeskStart = { files: File[]; followUp: string; isTracked: boolean };
type DeskOptions = Pick<SendingOptions, "required" | "announce"> & { start?: DeskStart | undefined };

/** What both writing screens share: one place for problems, files, the choices for after sending, signature and sending. */
export function useWritingDesk({ required, announce, start }: DeskOptions) {
  const [problem, setProblem] = useState<DeskProblem | null>(null);
  const [followUp, setFollowUp] = useState<string>(start?.followUp ?? defaultFollowUp);
  const [isTracked, setIsTracked] = useState(start?.isTracked ?? true);
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
  const files = useAttachments(fail, start?.files);
  const sending = useSending({
    required,
    announce: (mail, fate, deeds) => {
      announce(mail, fate, deeds);
      if (fate.state === "failed") setProblem({ message: `“${mail.subject}” was not sent: ${fate.detail}` });
    },
    onProblem: fail,
  });

  return {
    problem,
    fail,
    dismissProblem,
    files,
    sending,
    signatureHtml,
    /** False where it is known that nothing can be sent. */
    canSend: profile?.canSend ?? true,
    afterSending: { followUp, onFollowUp: setFollowUp, isTracked, onTracked: setIsTracked },
    /** How far this very mail has come already; null where it was not sent. */
    stateOf: (letter: Pick<Letter, "to" | "subject" | "html" | "inReplyTo">) =>
      sending.stateOf(() => lookOf(letter, files.list)),
    send: ({ html, ...letter }: Letter) => {
      dismissProblem();
      // One that takes another's place cannot be taken back without losing both.
      const undoSeconds = letter.replaces ? 0 : (profile?.undoSeconds ?? defaultUndoSeconds);
      const choices = { files: files.list, followUp, isTracked, undoSeconds };
      const mail = { ...letter, ...choices, html: withSignature(html, signatureHtml) };
      sending.send(mail, lookOf({ ...letter, html }, files.list));
    },
    /** Everything as it was at first; the answer brings back what was there before. */
    reset: () => {
      files.clear();
      sending.forgetHanded();
      setFollowUp(defaultFollowUp);
      setIsTracked(true);
      dismissProblem();
      return () => {
        files.restore(files.list);
        setFollowUp(followUp);
        setIsTracked(isTracked);
      };
    },
  };
}
