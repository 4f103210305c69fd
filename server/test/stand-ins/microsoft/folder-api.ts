// Lists and changes folders: https://learn.microsoft.com/en-us/graph/api/resources/mailfolder
import { DeltaTokens } from "./delta.ts";
import type { StoredFolder } from "./folder-tree.ts";
import { bodyOf, type GraphAnswer, type GraphCall, graphError, preferenceOf } from "./graph-answer.ts";
import { listMessages, selectOf } from "./mail-api.ts";
import { newKey } from "./mail-store.ts";

/** The state of a folder list's delta token: how many changes were told. */
type Standing = { select: string[] | undefined; todo: string[]; seq: number };

/** https://learn.microsoft.com/en-us/graph/errors: an id that was never one is refused in another way. */
export const noFolder = () =>
  graphError(
    404,
    "ErrorItemNotFound",
    "The specified object was not found in the store., The process failed to get the correct properties.",
  );

export class FolderApi {
  readonly delta = new DeltaTokens();
  readonly #standings = new Map<string, Standing>();

  expire() {
    this.delta.expire();
    this.#standings.clear();
  }

  answer(call: GraphCall): GraphAnswer | undefined {
    const path =
      /^\/me\/mailFolders(?:(?:\/|\(')([^/')]+)(?:'\))?)?(?:\/(childFolders|messages(?:\/delta)?))?\/?$/.exec(
        call.path,
      );
    if (!path) return undefined;
    const [, name, below] = path;
    const { store, method } = call;
    if (name === "delta" && !below) return this.#changes(call);
    const found = name === undefined ? undefined : store.folders.find(decodeURIComponent(name));
    if (name !== undefined && !found) return noFolder();
    if (found && below === "messages/delta") return this.delta.answer(call, found);
    if (found && below === "messages") return listMessages(call, found.name);
    if (!found || below === "childFolders") {
      const parentId = found?.id ?? store.folders.rootId;
      if (method === "POST") return create(call, parentId);
      return list(call, parentId);
    }
    if (method === "PATCH") store.folders.rename(found.name, bodyOf<{ displayName: string }>(call).displayName);
    return { status: 200, json: present(call, found, selectOf(call.query)) };
  }

  /** Every level at once: https://learn.microsoft.com/en-us/graph/api/mailfolder-delta */
  #changes(call: GraphCall): GraphAnswer {
    const { query, store, url } = call;
    const { folders } = store;
    const token = query.get("$skiptoken") ?? query.get("$deltatoken");
    const before = token === null ? undefined : this.#standings.get(token);
    if (token !== null && !before)
      return graphError(410, "SyncStateNotFound", "The sync state generation is not found; resync is required.");
    const seq = folders.changes.length;
    const standing: Standing = !before
      ? { select: selectOf(query), todo: [...folders.all.keys()], seq }
      : query.has("$skiptoken")
        ? before
        : { ...before, todo: [...new Set(folders.changes.slice(before.seq))], seq };
    const size = Number(preferenceOf(call, "odata.maxpagesize") ?? 10);
    const rest = standing.todo.slice(size);
    const next = newKey();
    this.#standings.set(next, { ...standing, todo: rest });
    const value = standing.todo.slice(0, size).map((id) => {
      const folder = folders.all.get(id);
      return folder ? present(call, folder, standing.select) : { id, "@removed": { reason: "deleted" } };
    });
    const link = `${url}/v1.0/me/mailFolders/delta`;
    const more =
      rest.length > 0
        ? { "@odata.nextLink": `${link}?$skiptoken=${next}` }
        : { "@odata.deltaLink": `${link}?$deltatoken=${next}` };
    return { status: 200, json: { value, ...more } };
  }
}

function present({ store }: GraphCall, folder: StoredFolder, select: string[] | undefined) {
  const { id, displayName, parentId, isHidden, isSearch, name } = folder;
  const held = store.in(name);
  const all: Record<string, unknown> = {
    displayName,
    parentFolderId: parentId,
    childFolderCount: store.folders.below(id).filter((one) => !one.isHidden).length,
    unreadItemCount: held.filter(({ isRead }) => !isRead).length,
    totalItemCount: held.length,
    isHidden,
  };
  const chosen = select ? Object.fromEntries(Object.entries(all).filter(([key]) => select.includes(key))) : all;
  return { ...(isSearch && { "@odata.type": "#microsoft.graph.mailSearchFolder" }), id, ...chosen };
}

/** https://learn.microsoft.com/en-us/graph/api/user-list-mailfolders: hidden folders only if they are asked for. */
function list(call: GraphCall, parentId: string): GraphAnswer {
  const { query, store, url, path } = call;
  const wanted = /^displayName eq '((?:[^']|'')*)'$/.exec(query.get("$filter") ?? "")?.[1]?.replaceAll("''", "'");
  if (query.has("$filter") && wanted === undefined)
    return graphError(400, "ErrorInvalidUrlQueryFilter", "The filter is not understood.");
  const found = store.folders
    .below(parentId)
    .filter(({ isHidden }) => !isHidden || query.get("includeHiddenFolders") === "true")
    .filter(({ displayName }) => wanted === undefined || displayName.toLowerCase() === wanted.toLowerCase());
  const [skip, top] = [Number(query.get("$skip") ?? 0), Math.min(1000, Number(query.get("$top") ?? 10))];
  const next = new URLSearchParams(query);
  next.set("$skip", String(skip + top));
  return {
    status: 200,
    json: {
      value: found.slice(skip, skip + top).map((folder) => present(call, folder, selectOf(query))),
      ...(found.length > skip + top && { "@odata.nextLink": `${url}/v1.0${path}?${next}` }),
    },
  };
}

/** https://learn.microsoft.com/en-us/graph/api/user-post-mailfolders. Names are compared without case. */
function create(call: GraphCall, parentId: string): GraphAnswer {
  const { store } = call;
  const { displayName } = bodyOf<{ displayName?: unknown }>(call);
  if (typeof displayName !== "string" || displayName === "")
    return graphError(400, "ErrorInvalidRequest", "A folder needs a name.");
  const isTaken = store.folders
    .below(parentId)
    .some((one) => one.displayName.toLowerCase() === displayName.toLowerCase());
  if (isTaken) return graphError(409, "ErrorFolderExists", "A folder with the specified name already exists.");
  return { status: 201, json: present(call, store.folders.add(displayName, { parentId }), undefined) };
}
