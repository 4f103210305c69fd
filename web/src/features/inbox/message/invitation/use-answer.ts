import type { InvitationAnswer } from "@intellibox/contract/rules/invitations";
import { defaultUndoSeconds } from "@intellibox/contract/rules/limits";
import { t } from "@intellibox/contract/text/t";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "#lib/http/api-error.ts";
import { type MailOutcome, outcomeOf } from "#lib/mail/mail-outcome.ts";
import { followMail } from "#api/follow-mail.ts";
import { answerInvitation, invitationQuery } from "#api/invitations.ts";
import { cancelMail } from "#api/outbox.ts";
import { sendOutgoing } from "#api/own-mail.ts";
import { profileQuery } from "#api/users.ts";
import { announceMail } from "#components/writing/mail-toast.tsx";

type Answered = { answer: InvitationAnswer; note: string; despiteCaution: boolean };
/** Whom the toast names, and the event. */
type AnsweredEvent = { messageId: string; organizer: string; title: string };

/** Sends an answer like any mail: with undo, and with its outcome in a toast. */
export function useAnswer({ messageId, organizer, title }: AnsweredEvent) {
  const cache = useQueryClient();
  const { data: profile } = useQuery(profileQuery);
  const [sending, setSending] = useState<InvitationAnswer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const refresh = () => cache.invalidateQueries({ queryKey: invitationQuery(messageId).queryKey });

  const send = async (answered: Answered): Promise<boolean> => {
    setSending(answered.answer);
    setProblem(null);
    try {
      const undoSeconds = profile?.undoSeconds ?? defaultUndoSeconds;
      const response = await answerInvitation(messageId, { ...answered, undoSeconds });
      follow(response);
      await refresh();
      return true;
    } catch (error) {
      setProblem(messageOf(error, t("Your answer could not be sent")));
      // The event may have been cancelled meanwhile, or answered in another window.
      await refresh();
      return false;
    } finally {
      setSending(null);
    }
  };

  const follow = (response: Awaited<ReturnType<typeof answerInvitation>>) => {
    const { id } = response;
    const mail = { messageId: response.messageId, to: [organizer], subject: title };
    let stop: () => void = () => undefined;
    const report = (outcome: MailOutcome) => {
      announceMail(mail, outcome, actions);
      void refresh();
    };
    const actions = {
      undone: t("Your answer was taken back."),
      undo: async () => {
        await cancelMail(response.messageId);
        stop();
        await refresh();
      },
      retry: id
        ? async () => {
            const outcome = await sendOutgoing(id);
            report(outcome);
            stop = followMail(response.messageId, outcome, report);
          }
        : undefined,
    };
    const first = outcomeOf(response);
    report(first);
    stop = followMail(response.messageId, first, report);
  };

  return { send, sending, problem, dismissProblem: () => setProblem(null) };
}
