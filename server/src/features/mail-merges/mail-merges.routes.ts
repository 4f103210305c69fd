import { Readable } from "node:stream";
import { api } from "@intellibox/contract/api";
import { mergeResultsPath } from "@intellibox/contract/endpoints/mail-merges";
import { byId } from "@intellibox/contract/fields";
import { parsePart } from "#http/refusal.ts";
import { on, onRaw } from "#http/route.ts";
import type { World } from "#scope.ts";
import { outboundSenderOf } from "#features/outbox/outbound-sender.ts";
import { addPeople } from "./add-people.ts";
import { cancelMerge, pauseMerge, resumeMerge, startMerge } from "./control.ts";
import { exportResults } from "./export-results.ts";
import { checkMerge, leaveOutGaps } from "./gaps.ts";
import { beginMerge, getMerge, keepMerge, listMerges, listOfCompany, removeMerge } from "./merges.ts";
import { previewMail, sendTest } from "./preview.ts";
import { changeRecipient, listRecipients } from "./recipients.ts";
import { retryFailed } from "./retry-failed.ts";
import { setRecipients } from "./set-recipients.ts";

const { mailMerges } = api;

export const mailMergeRoutes = (world: World) => [
  on(mailMerges.list, (scope, { query }) => scope.tx((tx) => listMerges(tx, scope, query))),
  on(mailMerges.company, (scope, { query }) => listOfCompany(scope, query)),
  on(mailMerges.create, (scope) => scope.tx((tx) => beginMerge(tx, scope))),
  on(mailMerges.get, (scope, { params }) => scope.tx((tx) => getMerge(tx, scope, params.id))),
  on(mailMerges.keep, (scope, { params, body }) => scope.tx((tx) => keepMerge(tx, scope, params.id, body))),
  on(mailMerges.remove, (scope, { params }) => scope.tx((tx) => removeMerge(tx, scope, params.id))),
  on(mailMerges.setRecipients, (scope, { params, body }) => setRecipients(scope, params.id, body)),
  on(mailMerges.addPeople, (scope, { params, body }) =>
    scope.tx((tx) => addPeople(tx, scope, { id: params.id, personIds: body.ids })),
  ),
  on(mailMerges.recipients, (scope, { params, query }) =>
    scope.tx((tx) => listRecipients(tx, scope, params.id, query)),
  ),
  on(mailMerges.changeRecipient, (scope, { params, body }) =>
    scope.tx((tx) => changeRecipient(tx, scope, params, body)),
  ),
  on(mailMerges.leaveOutGaps, (scope, { params }) => scope.tx((tx) => leaveOutGaps(tx, scope, params.id))),
  on(mailMerges.check, (scope, { params }) => scope.tx((tx) => checkMerge(tx, scope, params.id))),
  on(mailMerges.preview, (scope, { params, query }) => previewMail(scope, params.id, query.at)),
  on(mailMerges.test, (scope, { params, body }) =>
    sendTest(scope, outboundSenderOf(world), { id: params.id, at: body.at }),
  ),
  on(mailMerges.start, (scope, { params, body }) => startMerge(scope, params.id, body.count)),
  on(mailMerges.pause, (scope, { params }) => pauseMerge(scope, params.id)),
  on(mailMerges.resume, (scope, { params }) => resumeMerge(scope, params.id)),
  on(mailMerges.cancel, (scope, { params }) => cancelMerge(scope, params.id)),
  on(mailMerges.retryFailed, (scope, { params }) => scope.tx((tx) => retryFailed(tx, scope, params.id))),
  onRaw({ method: "GET", path: `/api${mergeResultsPath}`, access: "signed-in" }, async (scope, request, reply) => {
    const { id } = parsePart(byId, request.params, "params");
    const lines = await exportResults(scope, id);
    return reply
      .header("content-type", "text/csv; charset=utf-8")
      .header("content-disposition", 'attachment; filename="mail-merge.csv"')
      .header("cache-control", "no-store")
      .send(Readable.from(lines));
  }),
];
