import type { BodyOf } from "@intellibox/contract/endpoint";
import { invitations } from "@intellibox/contract/endpoints/invitations";
import { calendarPath } from "@intellibox/contract/rules/file-paths";
import { t } from "@intellibox/contract/text/t";
import { queryOptions } from "@tanstack/react-query";
import { call } from "#lib/http/api.ts";
import { download } from "#lib/http/download.ts";
import { timeZone } from "#lib/time-zone.ts";

/** The events of a message's calendar file. `part` names an attachment; the answers belong to the message's own file. */
export const invitationQuery = (messageId: string, part?: string) =>
  queryOptions({
    queryKey: ["inbox", "invitation", messageId, part ?? ""],
    queryFn: ({ signal }) =>
      call(
        invitations.get,
        { params: { id: messageId }, query: { part } },
        { signal, fallback: t("The invitation could not be loaded") },
      ),
  });

type AnswerBody = Omit<BodyOf<typeof invitations.answer>, "timeZone">;

export const answerInvitation = (messageId: string, body: AnswerBody) =>
  call(
    invitations.answer,
    { params: { id: messageId }, body: { ...body, timeZone: timeZone() } },
    { fallback: t("Your answer could not be sent") },
  );

/** Saves the events as a file for the reader's own calendar. */
export const saveCalendar = (messageId: string, part?: string) =>
  download({
    path: calendarPath(messageId),
    query: { part },
    tenancy: "personal",
    name: "event.ics",
    fallback: t("The calendar file could not be saved"),
  });
