/** A local mailbox: a directory of .eml files whose names sort by arrival. The built-in mail server delivers into it. */
import { randomBytes } from "node:crypto";
import { watch as watchFolder } from "node:fs";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { type FolderRole, folderRoles } from "@intellibox/contract/rules/folders";
import { t } from "@intellibox/contract/text/t";
import { readMail } from "#outside/mime/read-mail.ts";
import {
  type Batch,
  type Mailbox,
  MailboxError,
  type MailStub,
  type RemotePlaces,
  type SyncOptions,
  systemFolders,
} from "./mailbox.ts";
import { readSeenCursor, writeSeenCursor } from "./seen-cursor.ts";

export type LocalAccount = { folder: string };

const batchMessages = 50;

/** Delivers a mail into a local mailbox, atomically and durably. */
export async function deliverLocally(
  account: LocalAccount,
  raw: Uint8Array,
  name: FolderRole = "inbox",
): Promise<void> {
  const folder = join(account.folder, name);
  await mkdir(folder, { recursive: true });
  const file = `${String(Date.now()).padStart(14, "0")}-${nextNumber()}-${randomBytes(6).toString("hex")}`;
  const temporary = join(folder, `.${file}.tmp`);
  const handle = await open(temporary, "wx", 0o600);
  try {
    await handle.writeFile(raw);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, join(folder, `${file}.eml`));
}

/** Orders mails that arrive within one millisecond. */
let count = 0;
const nextNumber = () => {
  count = (count + 1) % 1_000_000;
  return String(count).padStart(6, "0");
};

export async function openLocalMailbox(account: LocalAccount): Promise<Mailbox> {
  for (const name of folderRoles) await mkdir(join(account.folder, name), { recursive: true });
  return {
    sync: (cursor, options) => sync(account, cursor, options),
    // Files hold no flags; the message's row is the only record.
    setUnread: async () => undefined,
    setStarred: async () => undefined,
    setFolders: (places, change) => setFolders(account, places, change),
    remove: (remoteId) => remove(account, remoteId),
    hasSent: (messageId) => hasSent(account, messageId),
    keepSent: (raw) => deliverLocally(account, raw, "sent"),
    watch: (onChange, signal) => watch(account, onChange, signal),
    close: async () => undefined,
  };
}

async function* sync(
  account: LocalAccount,
  text: string | null,
  { limit, older, isStored }: SyncOptions,
): AsyncGenerator<Batch> {
  const cursor = readSeenCursor(text);
  const there = await listFiles(account);
  const removed = [...cursor.known].filter((id) => !there.has(id));
  for (const id of [...removed, ...cursor.older]) {
    if (there.has(id)) continue;
    cursor.known.delete(id);
    cursor.older.delete(id);
  }
  const newestFirst = [...there].filter((id) => !cursor.known.has(id)).sort(byArrival);
  const isFirst = text === null;
  if (isFirst) for (const id of newestFirst.slice(limit)) cursor.older.add(id);
  const fresh = newestFirst.filter((id) => !cursor.older.has(id));
  let left = [...fresh, ...(older && !isFirst ? newestFirst.filter((id) => cursor.older.has(id)).slice(0, limit) : [])];

  for (let gone = removed; ; gone = []) {
    const taken = left.slice(0, batchMessages);
    left = left.slice(batchMessages);
    // A file keeps its name when it is moved. It has no flags, so those of the stored message stay.
    const stubs = taken.map((id) => stubOf(account, id));
    const stored = (!isFirst && (await isStored?.(stubs))) || new Set();
    const found = stubs.filter(({ remoteId }) => stored.has(remoteId));
    const unknown = taken.filter((id) => !stored.has(id));
    const arrived = (await Promise.all(unknown.map((id) => readFileOf(account, id)))).flatMap((mail) => mail ?? []);
    for (const id of taken) cursor.older.delete(id);
    for (const { remoteId } of [...found, ...arrived]) cursor.known.add(remoteId);
    yield {
      folders: systemFolders(folderRoles),
      reset: [],
      removed: gone,
      changed: [],
      found,
      arrived,
      cursor: writeSeenCursor(cursor),
      remaining: left.length,
      hasOlder: cursor.older.size > 0,
      older: cursor.older.size,
    };
    if (left.length === 0) return;
  }
}

async function listFiles({ folder }: LocalAccount): Promise<Set<string>> {
  const lists = await Promise.all(
    folderRoles.map(async (name) => {
      const files = await readdir(join(folder, name));
      return files.filter((file) => file.endsWith(".eml") && !file.startsWith(".")).map((file) => `${name}/${file}`);
    }),
  );
  return new Set(lists.flat());
}

/** Newest first, over all folders. */
const byArrival = (a: string, b: string) => (basename(a) < basename(b) ? 1 : -1);

function pathOf({ folder }: LocalAccount, remoteId: string): { path: string; name: FolderRole } {
  const [name, file = ""] = remoteId.split("/");
  const known = folderRoles.find((entry) => entry === name);
  if (!known || !file || file !== basename(file)) throw new MailboxError("gone", t("The message is no longer there."));
  return { path: join(folder, known, file), name: known };
}

function stubOf(account: LocalAccount, remoteId: string): MailStub {
  const { path, name } = pathOf(account, remoteId);
  const earlierIds = folderRoles.map((role) => `${role}/${basename(path)}`);
  return { remoteId, folders: [name], messageId: null, size: 0, earlierIds };
}

async function readFileOf(account: LocalAccount, remoteId: string) {
  const { path, name } = pathOf(account, remoteId);
  try {
    const [raw, { mtime }] = [await readFile(path), await stat(path)];
    return {
      ...{ remoteId, folders: [name], unread: name === "inbox", starred: false },
      ...{ raw, receivedAt: mtime, isPartial: false },
    };
  } catch (error) {
    // The file was removed since it was listed.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function remove(account: LocalAccount, remoteId: string): Promise<void> {
  const { path, name } = pathOf(account, remoteId);
  try {
    if (name === "trash") await rm(path);
    else await rename(path, join(account.folder, "trash", basename(path)));
  } catch (cause) {
    throw new MailboxError("gone", t("The message is no longer there."), { cause });
  }
}

/** A file is in one folder, so the last one of `add` counts. */
async function setFolders(
  account: LocalAccount,
  places: RemotePlaces,
  { add }: { add: string[] },
): Promise<RemotePlaces> {
  const to = folderRoles.find((name) => name === add.at(-1));
  const remoteId = Object.values(places).find((one) => one.includes("/"));
  if (!to || !remoteId) return {};
  const { path } = pathOf(account, remoteId);
  const moved = join(account.folder, to, basename(path));
  try {
    await rename(path, moved);
  } catch (cause) {
    // Moved by an upload whose result was not stored.
    const isMoved = await stat(moved).then(
      () => true,
      () => false,
    );
    if (!isMoved) throw new MailboxError("gone", t("The message is no longer there."), { cause });
  }
  return { [to]: `${to}/${basename(path)}` };
}

async function hasSent(account: LocalAccount, messageId: string): Promise<boolean> {
  const sent = [...(await listFiles(account))].filter((id) => id.startsWith("sent/")).sort(byArrival);
  for (const id of sent) {
    const mail = await readFileOf(account, id);
    // Only the header is needed.
    if (mail && readMail(mail.raw.subarray(0, 65_536)).messageId === messageId) return true;
  }
  return false;
}

function watch({ folder }: LocalAccount, onChange: () => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const watcher = watchFolder(join(folder, "inbox"), { signal }, (_event, file) => {
      if (file?.endsWith(".eml")) onChange();
    });
    watcher.on("error", () => undefined).on("close", resolve);
  });
}
