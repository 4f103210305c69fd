import { api } from "@intellibox/contract/api";
import { on } from "#http/route.ts";
import { createFolder } from "./create-folder.ts";
import { followFolder, listFolders } from "./folders.ts";

export const folderRoutes = [
  on(api.folders.list, (scope) => listFolders(scope)),
  on(api.folders.create, (scope, { body }) => createFolder(scope, body)),
  on(api.folders.follow, (scope, { params, body }) => followFolder(scope, params.id, body.isFollowed)),
];
