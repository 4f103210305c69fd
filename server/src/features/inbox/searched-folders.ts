import type { FolderRole } from "@intellibox/contract/rules/folders";
import type { SearchQuery } from "@intellibox/contract/rules/search-query";
import { runNamed, type Tx } from "#db/fence.ts";
import type { Scope } from "#scope.ts";

export type SearchedFolder = { id: string; role: FolderRole | null; isFollowed?: boolean };
export type SearchedFolders = {
  /** The folders of each name: several mailboxes can have one. */
  within: SearchedFolder[][];
  without: SearchedFolder[];
  /** A sentence for the reader about names that no folder has. */
  problem?: string;
};

const byName = `
  select id, role, is_followed as "isFollowed", path, last from folders
  cross join lateral (select lower(array_to_string(above || name, '/')) as path, lower(name) as last) named
  where tenant_id = $1 and user_id = $2 and (path = any ($3::text[]) or last = any ($3::text[]))`;

type NamedFolder = SearchedFolder & { path: string; last: string };

const readNamed = (tx: Tx, { tenantId, user }: Scope, names: string[]) =>
  runNamed<NamedFolder>(tx, { name: "searched-folders", text: byName, values: [tenantId, user.id, names] });

/** Looks the names of folders up: the whole path or its last part, in any case. */
export async function findSearched(scope: Scope, { folders: asked }: SearchQuery): Promise<SearchedFolders> {
  if (asked.length === 0) return { within: [], without: [] };
  const names = asked.map(({ name }) => name.toLowerCase());
  const rows = await scope.tx((tx) => readNamed(tx, scope, names), { singleRead: true });
  const named = asked.map(({ name, isExcluded }) => {
    const key = name.toLowerCase();
    return { name, isExcluded, found: rows.filter((row) => row.path === key || row.last === key) };
  });
  const unknown = named.filter(({ found }) => found.length === 0).map(({ name }) => `“${name}”`);
  return {
    within: named.flatMap(({ found, isExcluded }) => (isExcluded ? [] : [found])),
    without: named.flatMap(({ found, isExcluded }) => (isExcluded ? found : [])),
    ...(unknown.length > 0 && { problem: `There is no folder or label named ${unknown.join(" or ")}.` }),
  };
}
