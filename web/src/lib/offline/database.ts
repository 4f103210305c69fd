/**
 * The browser's database for use without a network: answers of the server and changes that wait. It belongs to one user at a time: it
 * is erased at the sign-out and before another user gets it. If a session ends while changes wait, only the answers are erased.
 */
import { currentSession, watchSession } from "../session/session.ts";
import { textEntry } from "../storage.ts";
import { setWaitingCount } from "./waiting-count.ts";
import { waitingMark } from "./waiting-mark.ts";

export type Store = "answers" | "changes";

const nameOf = (owner: string) => `intellibox.offline.${owner}`;
const ownerEntry = textEntry("intellibox.offline.owner");

let opened: { owner: string; database: Promise<IDBDatabase> } | null = null;

/** The database of the signed-in user. Throws if nobody is signed in or the browser refuses it. */
function database(): Promise<IDBDatabase> {
  const owner = currentSession()?.user._id;
  if (!owner) throw new Error("Nobody is signed in");
  if (opened?.owner !== owner) opened = { owner, database: open(owner) };
  return opened.database;
}

async function open(owner: string): Promise<IDBDatabase> {
  const before = ownerEntry.read();
  if (before && before !== owner) await erase(before);
  ownerEntry.write(owner);
  const request = indexedDB.open(nameOf(owner), 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("answers", { keyPath: "key" });
    request.result.createObjectStore("changes", { keyPath: "id", autoIncrement: true });
  };
  const found = await done(request);
  // Another tab erases it.
  const forget = () => {
    found.close();
    if (opened?.owner === owner) opened = null;
  };
  found.onversionchange = forget;
  found.onclose = forget;
  return found;
}

const done = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function inStore<Result>(
  store: Store,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<Result>,
) {
  return done(work((await database()).transaction(store, mode).objectStore(store)));
}

export const readAll = <Row>(store: Store) => inStore<Row[]>(store, "readonly", (rows) => rows.getAll());
export const readOne = <Row>(store: Store, key: IDBValidKey) =>
  inStore<Row | undefined>(store, "readonly", (rows) => rows.get(key));
export const put = (store: Store, row: object) => inStore(store, "readwrite", (rows) => rows.put(row));
export const remove = (store: Store, key: IDBValidKey) => inStore(store, "readwrite", (rows) => rows.delete(key));

/** Erases everything that is kept for a user. */
async function erase(owner: string) {
  if (opened?.owner === owner) {
    const open = await opened.database.catch(() => null);
    open?.close();
    opened = null;
  }
  if (ownerEntry.read() === owner) ownerEntry.clear();
  setWaitingCount(owner, { all: 0, refused: 0 });
  // Some private windows have no database.
  if (typeof indexedDB !== "undefined") await done(indexedDB.deleteDatabase(nameOf(owner))).catch(() => undefined);
}

/** Erases the answers of a session that has ended; its waiting changes are sent when the same user signs in again. */
async function eraseAnswers(owner: string) {
  opened = null;
  const request = indexedDB.open(nameOf(owner));
  const found = await done(request).catch(() => null);
  if (found?.objectStoreNames.contains("answers"))
    await done(found.transaction("answers", "readwrite").objectStore("answers").clear()).catch(() => undefined);
  found?.close();
}

/** Erases what the user who is signed in now must not find. Runs when the app starts and whenever the session changes. */
export async function eraseForeign() {
  const [owner, user] = [ownerEntry.read(), currentSession()?.user._id];
  if (!owner || owner === user || typeof indexedDB === "undefined") return;
  if (user || !waitingMark.read()) await erase(owner);
  else await eraseAnswers(owner);
}

watchSession(() => void eraseForeign());
