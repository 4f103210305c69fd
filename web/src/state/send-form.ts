import { defaultFollowUp } from "@intellibox/contract/rules/choices";
import { defaultUndoSeconds } from "@intellibox/contract/rules/limits";
import { t } from "@intellibox/contract/text/t";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { lookOf } from "#lib/drafts/sent-mark.ts";
import { writtenDrafts } from "#lib/drafts/written-drafts.ts";
import { useAttachments } from "#lib/hooks/use-attachments.ts";
import { withSignature } from "#lib/mail/outgoing.ts";
import { screenToast, toast } from "#lib/toast.ts";
import type { Mail } from "#api/outbox.ts";
import { profileQuery } from "#api/users.ts";
import { type SendingOptions, useSending } from "./sending.ts";

export type SendProblem = { message: string; tryAgain?: (() => void) | undefined };
/** The parts of a mail that a screen writes itself; `useSendForm` adds the rest. */
type SendFormMail = Omit<Mail, "files" | "followUp" | "isTracked" | "undoSeconds">;
/** The initial values of a mail that is edited or forwarded; `problem` says what could not be taken over. */
type SendFormStart = { files: File[]; followUp?: string; isTracked?: boolean; problem?: string };
type SendFormOptions = Pick<SendingOptions, "required" | "announce"> & {
  start?: SendFormStart | undefined;
  /** The mailbox that sends the mail; "" for the user's own address. */
  mailboxId: string;
};

/** The state that Compose and Reply share: the problem alert, files, the options after sending, the signature and sending. */
export function useSendForm({ required, announce, start, mailboxId }: SendFormOptions) {
  const [problem, setProblem] = useState<SendProblem | null>(start?.problem ? { message: start.problem } : null);
  const profile = useQuery({ ...profileQuery, retry: false }).data;
  /** Undefined until the user chooses: then the defaults of the profile apply, which may come later. */
  const [chosenFollowUp, setFollowUp] = useState(start?.followUp);
  const [chosenTracking, setIsTracked] = useState(start?.isTracked);
  const followUp = chosenFollowUp ?? (profile ? String(profile.followUpDays ?? "") : defaultFollowUp);
  const isTracked = chosenTracking ?? profile?.tracksMail ?? true;
  const ofMailbox = profile?.signatures.find((one) => one.mailboxId === mailboxId);
  const signatureHtml = (ofMailbox ?? profile)?.signatureHtml ?? "";

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
  /** The text of the mail that is being sent, until the server accepts it. */
  const written = useRef("");
  const report = (messageId: string) => {
    const html = written.current;
    written.current = "";
    if (!html || writtenDrafts().length === 0) return;
    void import("./report-change.ts").then((module) => module.reportChange(html, messageId));
  };
  const sending = useSending({
    required,
    announce: (mail, outcome, actions) => {
      announce(mail, outcome, actions);
      report(mail.messageId);
      if (outcome.state === "failed")
        setProblem({
          message: t("“{subject}” was not sent: {detail}", { subject: mail.subject, detail: outcome.detail }),
        });
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
    /** False if the company has no mail server for sending. */
    canSend: profile?.canSend ?? true,
    afterSending: {
      followUp,
      onFollowUp: (days: string) => setFollowUp(days),
      isTracked,
      onTracked: (isOn: boolean) => setIsTracked(isOn),
    },
    /** The state of this mail if it was the last one sent; null otherwise. */
    stateOf: (mail: Pick<SendFormMail, "to" | "cc" | "bcc" | "subject" | "html" | "inReplyTo" | "forward">) =>
      sending.stateOf(() => lookOf(mail, files.list)),
    send: ({ html, ...rest }: SendFormMail) => {
      dismissProblem();
      // Undo would delete the edited mail, and the outbox entry that it replaced is gone already.
      const undoSeconds = rest.replaces ? 0 : (profile?.undoSeconds ?? defaultUndoSeconds);
      const choices = { files: files.list, followUp, isTracked, undoSeconds };
      const mail = { ...rest, ...choices, html: withSignature(html, signatureHtml) };
      written.current = html;
      sending.send(mail, lookOf({ ...rest, html }, files.list));
    },
    /** Resets everything to the defaults. Returns a function that restores the files and options. */
    reset: () => {
      files.clear();
      sending.forgetHanded();
      setFollowUp(undefined);
      setIsTracked(undefined);
      dismissProblem();
      return () => {
        files.restore(files.list);
        setFollowUp(chosenFollowUp);
        setIsTracked(chosenTracking);
      };
    },
  };
}
