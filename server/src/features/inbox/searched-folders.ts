import type { FolderRole } from "@intellibox/contract/rules/folders";
import type { SearchQuery } from "@intellibox/contract/rules/search-query";
import { and, eq, sql } from "#db/orm.ts";
import { folders } from "#db/tables/folders.ts";
import type { Scope } from "#scope.ts";

/** `messageCount` is known of the folder that is open. */
export type SearchedFolder = { id: string; role: FolderRole | null; isFollowed?: boolean; messageCount?: number };
export type SearchedFolders = {
  /** The folders of each name: several mailboxes can have one. */
  within: SearchedFolder[][];
  without: SearchedFolder[];
  /** A sentence for the reader about names that no folder has. */
  problem?: string;
};

/** Looks the names of folders up: the whole path or its last part, in any case. */
export async function findSearched(scope: Scope, { folders: asked }: SearchQuery): Promise<SearchedFolders> {
  if (asked.length === 0) return { within: [], without: [] };
  const names = asked.map(({ name }) => name.toLowerCase());
  const path = sql<string>`lower(array_to_string(${folders.above} || ${folders.name}, '/'))`;
  const last = sql<string>`lower(${folders.name})`;
  const wanted = sql`${sql.param(names)}::text[]`;
  const rows = await scope.tx((tx) =>
    tx
      .select({ id: folders.id, role: folders.role, isFollowed: folders.isFollowed, path, last })
      .from(folders)
      .where(
        and(
          eq(folders.tenantId, scope.tenantId),
          eq(folders.userId, scope.user.id),
          sql`(${path} = any (${wanted}) or ${last} = any (${wanted}))`,
        ),
      ),
  );
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
