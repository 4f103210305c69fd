import { api } from "@intellibox/contract/api";
import { byId } from "@intellibox/contract/fields";
import { t } from "@intellibox/contract/text/t";
import { z } from "zod";
import { notFound } from "#lib/errors.ts";
import { parsePart } from "#http/refusal.ts";
import { on, onRaw } from "#http/route.ts";
import { ownerOf, type World } from "#scope.ts";
import { dispositionOf } from "#features/inbox/downloads.ts";
import { outboundSenderOf } from "#features/outbox/outbound-sender.ts";
import { answerInvitation } from "./answer-invitation.ts";
import { calendarCopy } from "./calendar/open-calendar.ts";
import { findCalendar } from "./find-calendar.ts";
import { readInvitation } from "./read-invitation.ts";

const { invitations } = api;

export const invitationRoutes = (world: World) => [
  on(invitations.get, (scope, { params, query }) => readInvitation(scope, params.id, query.part)),
  on(invitations.answer, async (scope, { params, body, answerWith }) => {
    const answer = await answerInvitation(scope, outboundSenderOf(world), params.id, body);
    if (answer.status === "queued") answerWith(202);
    return answer;
  }),
  onRaw(
    { method: "GET", path: "/api/mail/messages/:id/calendar.ics", access: "signed-in" },
    async (scope, request, reply) => {
      const { id } = parsePart(byId, request.params, "params");
      const { part } = parsePart(z.strictObject({ part: z.string().max(200).optional() }), request.query, "query");
      const { text } = await findCalendar(scope, id, part);
      const copy = await calendarCopy(text, scope.now(), ownerOf(scope));
      if (!copy) throw notFound(t("This file has no event that can be added to a calendar."));
      return reply
        .headers({
          "content-type": "text/calendar; charset=utf-8",
          "content-disposition": dispositionOf("event.ics"),
          "cache-control": "private, no-store",
          "x-content-type-options": "nosniff",
        })
        .send(copy);
    },
  ),
];
