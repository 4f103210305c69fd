import { api } from "@intellibox/contract/api";
import { exportDownloadPath } from "@intellibox/contract/endpoints/data-tasks";
import { on, onRaw } from "#http/route.ts";
import { listDataTasks } from "#features/data-tasks/data-tasks.ts";
import { exportLink, openExport } from "./download-export.ts";
import { removeDataTask } from "./remove-exports.ts";
import { exportOwn, exportTenant, exportUser } from "./start-export.ts";

const { dataTasks } = api;

export const exportRoutes = [
  on(dataTasks.list, listDataTasks),
  on(dataTasks.exportOwn, exportOwn),
  on(dataTasks.exportUser, (scope, { params, body }) => exportUser(scope, params.id, body)),
  on(dataTasks.exportTenant, (scope, { params, body }) => exportTenant(scope, params.id, body)),
  on(dataTasks.link, (scope, { params }) => exportLink(scope, params.id)),
  on(dataTasks.remove, (scope, { params }) => removeDataTask(scope, params.id)),
  // Public, because the browser sends no token when it saves a file. The signature of the link authorizes it.
  onRaw(
    { method: "GET", path: `/api${exportDownloadPath}`, access: "public", perMinute: 30 },
    async (visitor, request, reply) => {
      const { bytes, fileName, content } = await openExport(visitor, request.query as Record<string, unknown>);
      return reply
        .header("content-type", "application/zip")
        .header("content-length", bytes)
        .header("content-disposition", `attachment; filename="${fileName}"`)
        .header("cache-control", "private, no-store")
        .send(content);
    },
  ),
];
