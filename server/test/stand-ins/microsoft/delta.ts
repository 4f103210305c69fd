// Changes of a folder: https://learn.microsoft.com/en-us/graph/delta-query-messages
import type { StoredFolder } from "./folder-tree.ts";
import { type GraphAnswer, type GraphCall, graphError, preferenceOf } from "./graph-answer.ts";
import { idOf, present, selectOf } from "./mail-api.ts";
import { newKey } from "./mail-store.ts";

/** The state of a delta token. `todo` has the rest of this round; the next round starts after `seq`. */
type Standing = {
  folder: StoredFolder;
  select: string[] | undefined;
  expand: string | null;
  todo: string[];
  seq: number;
};

export class DeltaTokens {
  readonly #standings = new Map<string, Standing>();

  /** The server forgets its tokens: https://learn.microsoft.com/en-us/graph/delta-query-overview#synchronization-reset */
  expire() {
    this.#standings.clear();
  }

  answer(call: GraphCall, folder: StoredFolder): GraphAnswer {
    const { query, store } = call;
    const token = query.get("$skiptoken") ?? query.get("$deltatoken");
    if (token === null) return this.#page(call, this.#begin(call, folder));
    const standing = this.#standings.get(token);
    if (!standing || standing.folder.id !== folder.id)
      return graphError(410, "SyncStateNotFound", "The sync state generation is not found; resync is required.");
    if (query.has("$skiptoken")) return this.#page(call, standing);
    const changed = store.changes.filter((change) => change.folder === folder.name && change.seq > standing.seq);
    return this.#page(call, { ...standing, seq: store.seq, todo: [...new Set(changed.map(({ id }) => id))] });
  }

  #begin({ query, store }: GraphCall, folder: StoredFolder): Standing {
    const found = store.in(folder.name);
    // Without this $orderby the order is not guaranteed. Here it is oldest first.
    if (query.get("$orderby") === "receivedDateTime desc")
      found.sort((a, b) => b.receivedAt.getTime() - a.receivedAt.getTime());
    const expand = query.get("$expand");
    return { folder, select: selectOf(query), expand, todo: found.map(({ id }) => id), seq: store.seq };
  }

  #page(call: GraphCall, standing: Standing): GraphAnswer {
    const { store, url } = call;
    const size = Number(preferenceOf(call, "odata.maxpagesize") ?? 10);
    const rest = standing.todo.slice(size);
    const token = newKey();
    this.#standings.set(token, { ...standing, todo: rest });
    const value = standing.todo.slice(0, size).map((id) => {
      const message = store.messages.get(id);
      return message?.folder === standing.folder.name
        ? present(call, message, standing.select, standing.expand)
        : { id: idOf(call, { id, moves: 0 }), "@removed": { reason: "deleted" } };
    });
    const link = `${url}/v1.0/me/mailFolders('${standing.folder.id}')/messages/delta`;
    return {
      status: 200,
      json: {
        value,
        ...(rest.length > 0
          ? { "@odata.nextLink": `${link}?$skiptoken=${token}` }
          : { "@odata.deltaLink": `${link}?$deltatoken=${token}` }),
      },
    };
  }
}
