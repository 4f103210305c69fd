import { lstatSync, readFileSync, type Stats } from "node:fs";
import { userInfo } from "node:os";
import { dirname } from "node:path";

/** The operating-system user that PostgreSQL runs as. */
export interface ServerUser {
  name: string;
  uid: number;
  gid: number;
  /** Options for child_process to run as this user; empty if we already do. */
  spawnAs: { uid?: number; gid?: number };
}

export const isRoot = () => process.getuid?.() === 0;

/**
 * Returns our own user. PostgreSQL refuses to run as root, so for root it is the owner of an existing database (the `postgres` user
 * may have been added after the first start), or else `postgres` or `nobody`.
 */
export function findServerUser(owner?: { uid: number; gid: number }): ServerUser {
  if (!isRoot()) return currentUser();
  const users = readUsers();
  if (owner && owner.uid !== 0) {
    const known = users.find(({ uid }) => uid === owner.uid);
    return known ?? dropTo({ name: `uid ${owner.uid}`, ...owner });
  }
  const found = ["postgres", "nobody"].flatMap((wanted) => users.filter(({ name }) => name === wanted)).at(0);
  if (found) return found;
  throw new Error(
    "PostgreSQL refuses to run as root, and there is neither a user postgres nor nobody on this machine: " +
      "start as an ordinary user, or set DATABASE_URL.",
  );
}

/** Whether the user may enter the folder and all of its parents. Expects a path without symbolic links. */
export function mayEnter(folder: string, user: ServerUser): boolean {
  if (!may(lstatSync(folder), user, 1)) return false;
  const parent = dirname(folder);
  return parent === folder || mayEnter(parent, user);
}

/** Whether the user may enter the file's folder, and read and run the file. */
export function mayRun(file: string, user: ServerUser): boolean {
  return mayEnter(dirname(file), user) && may(lstatSync(file), user, 5);
}

function may(stats: Stats, user: ServerUser, bits: number): boolean {
  const shift = stats.uid === user.uid ? 6 : stats.gid === user.gid ? 3 : 0;
  return ((stats.mode >> shift) & bits) === bits;
}

function currentUser(): ServerUser {
  try {
    const { username, uid, gid } = userInfo();
    return { name: username, uid, gid, spawnAs: {} };
  } catch (cause) {
    // For example in a container with `--user 12345`, which is not in /etc/passwd. initdb and postgres refuse to run then.
    throw new Error(
      `PostgreSQL runs only as a user that has a name, and user id ${process.getuid?.()} has none: ` +
        "add it to /etc/passwd, start as another user, or set DATABASE_URL.",
      { cause },
    );
  }
}

/** Local users only. Reading the file is faster than running `id`. */
function readUsers(): ServerUser[] {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .filter((fields) => fields.length >= 7)
    .map(([name = "", , uid, gid]) => dropTo({ name, uid: Number(uid), gid: Number(gid) }));
}

/** On macOS the user `nobody` has the id -2: chown needs it unsigned, spawn signed. */
function dropTo({ name, uid, gid }: { name: string; uid: number; gid: number }): ServerUser {
  return { name, uid: uid >>> 0, gid: gid >>> 0, spawnAs: { uid: uid | 0, gid: gid | 0 } };
}
