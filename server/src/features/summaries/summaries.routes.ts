import { api } from "@intellibox/contract/api";
import { byId, timeZone } from "@intellibox/contract/fields";
import { actionPlanName } from "@intellibox/contract/rules/action-plan";
import { actionPlanPath } from "@intellibox/contract/rules/file-paths";
import { z } from "zod";
import { threaded } from "#lib/threads.ts";
import { parsePart } from "#http/refusal.ts";
import { on, onRaw } from "#http/route.ts";
import { ownerOf } from "#scope.ts";
import { extractText } from "./extract-text.ts";
import { changeTasks } from "./found-tasks.ts";
import { getSummary, keepSummary, listSummaries, removeSummary, updateSummary } from "./summaries.ts";

const inThread = threaded<typeof import("./export-actions.ts")>(new URL("./export-actions.ts", import.meta.url));
const exportQuery = z.strictObject({ timeZone: timeZone.default("UTC") });

export const summaryRoutes = [
  on(api.summaries.extract, (scope, { files, emit }) => extractText(scope, files, emit)),
  on(api.summaries.list, (scope) => scope.tx((tx) => listSummaries(tx, scope))),
  on(api.summaries.keep, (scope, { body }) => scope.tx((tx) => keepSummary(tx, scope, body))),
  on(api.summaries.get, (scope, { params }) => scope.tx((tx) => getSummary(tx, scope, params.id))),
  on(api.summaries.update, (scope, { params, body }) => scope.tx((tx) => updateSummary(tx, scope, params.id, body))),
  on(api.summaries.changeTasks, (scope, { params, body }) => scope.tx((tx) => changeTasks(tx, scope, params.id, body))),
  on(api.summaries.remove, (scope, { params }) => scope.tx((tx) => removeSummary(tx, scope, params.id))),
  onRaw({ method: "GET", path: `/api${actionPlanPath(":id")}`, access: "signed-in" }, async (scope, request, reply) => {
    const { id } = parsePart(byId, request.params, "params");
    const query = parsePart(exportQuery, request.query, "query");
    const { actions } = await scope.tx((tx) => getSummary(tx, scope, id));
    const workbook = await inThread("exportActions", [actions, query.timeZone], { owner: ownerOf(scope) });
    return reply
      .header("content-type", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
      .header("content-disposition", `attachment; filename="${actionPlanName}.xlsx"`)
      .header("cache-control", "no-store")
      .send(Buffer.from(workbook));
  }),
];
