import { lstatSync, readFileSync, type Stats } from "node:fs";
import { userInfo } from "node:os";
import { dirname } from "node:path";

/** The operating-system user that PostgreSQL runs as. */
export interface ServerUser {
  name: string;
  uid: number;
  gid: number;
  /** What child_process needs to become this user: nothing when we are it already. */
  spawnAs: { uid?: number; gid?: number };
}

export const isRoot = () => process.getuid?.() === 0;

/**
 * Ourselves, or, as root, somebody else, because PostgreSQL refuses to run as root: the owner of the database that is
 * there already (the `postgres` user may have come to the machine after the first start), else `postgres` or `nobody`.
 */
export function findServerUser(owner?: { uid: number; gid: number }): ServerUser {
  if (!isRoot()) return ourselves();
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

/** Whether the user may pass through every folder on the way to this one. Expects a path without symbolic links. */
export function mayEnter(folder: string, user: ServerUser): boolean {
  if (!may(lstatSync(folder), user, 1)) return false;
  const parent = dirname(folder);
  return parent === folder || mayEnter(parent, user);
}

/** Whether the user may enter the folder, and read and run the file in it. */
export function mayRun(file: string, user: ServerUser): boolean {
  return mayEnter(dirname(file), user) && may(lstatSync(file), user, 5);
}

function may(stats: Stats, user: ServerUser, bits: number): boolean {
  const shift = stats.uid === user.uid ? 6 : stats.gid === user.gid ? 3 : 0;
  return ((stats.mode >> shift) & bits) === bits;
}

function ourselves(): ServerUser {
  try {
    const { username, uid, gid } = userInfo();
    return { name: username, uid, gid, spawnAs: {} };
  } catch (cause) {
    // A container started with `--user 12345` and no such line in /etc/passwd: initdb and postgres both give up on it.
    throw new Error(
      `PostgreSQL runs only as a user that has a name, and user id ${process.getuid?.()} has none: ` +
        "add it to /etc/passwd, start as another user, or set DATABASE_URL.",
      { cause },
    );
  }
}

/** The machine's own users: reading the file costs a start nothing, asking `id` would cost it a process. */
function readUsers(): ServerUser[] {
  return readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .filter((fields) => fields.length >= 7)
    .map(([name = "", , uid, gid]) => dropTo({ name, uid: Number(uid), gid: Number(gid) }));
}

/** macOS gives nobody the id -2: chown wants it unsigned, spawn signed. */
function dropTo({ name, uid, gid }: { name: string; uid: number; gid: number }): ServerUser {
  return { name, uid: uid >>> 0, gid: gid >>> 0, spawnAs: { uid: uid | 0, gid: gid | 0 } };
}
