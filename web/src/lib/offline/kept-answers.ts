/** Keeps the lists and messages that were shown on this device, and gives them back if there is no network. */
import { t } from "@intellibox/contract/text/t";
import { hashKey, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { ApiError } from "../http/api-error.ts";
import { isServerReached } from "../http/reach.ts";
import { currentSession, watchSession } from "../session/session.ts";
import { put, readAll, readOne, remove } from "./database.ts";
import { isKeptQuery, isListQuery, isMessageQuery } from "./kept-queries.ts";

const mostMessages = 200;
const mostLists = 30;
const mostBytes = 20 * 1024 * 1024;

/** `at` is when the server gave the answer, `usedAt` when it was shown last. */
type Answer = { key: string; data: unknown; at: number; usedAt: number; size: number; isMessage: boolean };
type Mark = Omit<Answer, "data">;

let marks: Promise<Map<string, Mark>> | undefined;
/** Data that came from here: it keeps the time of its answer. */
const recalled = new WeakSet<object>();
const isRecalled = (data: unknown) => typeof data === "object" && data !== null && recalled.has(data);
let shownSince: number | null = null;
const listeners = new Set<() => void>();

/** When the server gave the list that was shown last; null if none was shown. */
export const shownFrom = () => shownSince;
export function watchShownFrom(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
function setShownFrom(at: number | null) {
  if (at === shownSince) return;
  shownSince = at;
  for (const listener of listeners) listener();
}

const knownMarks = () => {
  marks ??= readAll<Answer>("answers").then(
    (all) => new Map(all.map(({ data: _data, ...mark }) => [mark.key, mark] as const)),
  );
  marks.catch(() => {
    marks = undefined;
  });
  return marks;
};

/** The kept answer of a query. Throws a message for the reader if there is none. */
export async function recall(queryKey: QueryKey): Promise<unknown> {
  const found = await readOne<Answer>("answers", hashKey(queryKey)).catch(() => undefined);
  if (!found) {
    const words = isMessageQuery(queryKey)
      ? t("This message is not on this device. It opens when you are online again.")
      : t("This list is not on this device. It is shown when you are online again.");
    throw new ApiError(words);
  }
  if (typeof found.data === "object" && found.data) recalled.add(found.data);
  if (isListQuery(queryKey)) setShownFrom(found.at);
  void keep(queryKey, found.data, found.at).catch(() => undefined);
  return found.data;
}

/** Keeps every answer that a query gets from now on, and those that it has. Returns a function that ends it. */
export function startKeeping(cache: QueryClient) {
  const queries = cache.getQueryCache();
  for (const { queryKey, state } of queries.getAll()) {
    if (state.data === undefined || !isKeptQuery(queryKey) || isRecalled(state.data)) continue;
    save(queryKey, state.data, state.dataUpdatedAt);
    if (isListQuery(queryKey)) setShownFrom(state.dataUpdatedAt);
  }
  return queries.subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success" || !isKeptQuery(event.query.queryKey)) return;
    const { data } = event.query.state;
    if (isRecalled(data)) return;
    // Neither a change that was made here nor what a query had before the network was lost is news from the server.
    const at = event.action.manual || !isServerReached() ? undefined : Date.now();
    save(event.query.queryKey, data, at);
    if (at && isListQuery(event.query.queryKey)) setShownFrom(at);
  });
}

/** Without a database (a private window, a full disk) nothing is kept. */
const save = (queryKey: QueryKey, data: unknown, at?: number) => void keep(queryKey, data, at).catch(() => undefined);

async function keep(queryKey: QueryKey, data: unknown, at?: number) {
  const owner = currentSession()?.user._id;
  const known = await knownMarks();
  const key = hashKey(queryKey);
  const answer: Answer = {
    ...{ key, data, at: at ?? known.get(key)?.at ?? Date.now(), usedAt: Date.now() },
    ...{ size: JSON.stringify(data).length, isMessage: isMessageQuery(queryKey) },
  };
  // Another user may have signed in meanwhile.
  if (currentSession()?.user._id !== owner) return;
  await put("answers", answer);
  const { data: _data, ...mark } = answer;
  known.set(key, mark);
  for (const old of surplus([...known.values()])) {
    known.delete(old);
    await remove("answers", old);
  }
}

/** The keys of what exceeds the bounds, the least recently used first. */
export function surplus(all: readonly Mark[], bounds = { mostMessages, mostLists, mostBytes }): string[] {
  const newestFirst = all.toSorted((a, b) => b.usedAt - a.usedAt);
  let [messages, lists, bytes] = [0, 0, 0];
  return newestFirst.flatMap(({ key, size, isMessage }) => {
    if (isMessage) messages += 1;
    else lists += 1;
    bytes += size;
    const fits = messages <= bounds.mostMessages && lists <= bounds.mostLists && bytes <= bounds.mostBytes;
    if (fits) return [];
    if (isMessage) messages -= 1;
    else lists -= 1;
    bytes -= size;
    return [key];
  });
}

let user = currentSession()?.user._id;
watchSession(() => {
  if (currentSession()?.user._id === user) return;
  user = currentSession()?.user._id;
  marks = undefined;
  setShownFrom(null);
});
