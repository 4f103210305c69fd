// Finds and creates the database's folders and their permissions. As root, never follows a link that the server's user could have made.
import { createHash } from "node:crypto";
import { chmodSync, existsSync, lchownSync, lstatSync, mkdirSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { findServerUser, isRoot, mayEnter, type ServerUser } from "./server-user.ts";

export interface DataDirectory {
  user: ServerUser;
  /** Owned by our user: holds `home`, and a copy of the binaries if one is needed. */
  base: string;
  /** Owned by the server's user, with mode 0700: the cluster, its log and, if the path is short enough, its socket. */
  home: string;
  /** The cluster. */
  data: string;
  /** One line for the operator if the database is not in the data folder. */
  note?: string;
}

const sharedRoot = "/var/lib/intellibox";

export function findDataDirectory(dataDir: string): DataDirectory {
  mkdirSync(dataDir, { recursive: true });
  // The real path, so that two processes which use different links find the same server.
  const folder = realpathSync(dataDir);
  const inside = join(folder, "postgres");
  if (!isRoot()) return claimDataDirectory(inside, findServerUser());

  const outside = join(sharedRoot, `${basename(folder).replace(/[^\w-]+/g, "-")}-${shortHash(folder)}`);
  // An existing database stays where it is, even if the permissions around it have changed.
  const existing = [inside, outside].find((base) => existsSync(join(homeOf(base), "data", "PG_VERSION")));
  const user = findServerUser(existing ? lstatSync(homeOf(existing)) : undefined);
  if ((existing ?? inside) === inside) {
    if (mayEnter(folder, user)) return claimDataDirectory(inside, user);
    if (existing) {
      throw new Error(`The user ${user.name}, who owns the database in ${inside}, can no longer reach that folder.`);
    }
  }
  mkdirSync(sharedRoot, { recursive: true });
  chmodSync(sharedRoot, 0o711);
  const note = `The database is in ${outside}, because its user (${user.name}) cannot reach ${folder}.`;
  return { ...claimDataDirectory(outside, user), note };
}

/** Creates the two folders of a database, or checks existing ones: `base` for our user, `home` for the server's. */
export function claimDataDirectory(base: string, user: ServerUser): DataDirectory {
  const home = homeOf(base);
  try {
    mkdirSync(base, { recursive: true });
    // 0711 lets the server's user pass through to `home`, without listing the folder.
    if (lstatSync(base).uid === process.getuid?.()) chmodSync(base, isRoot() ? 0o711 : 0o700);
    if (claimPrivate(home, user)) return { user, base, home, data: join(home, "data") };
  } catch (cause) {
    throw new Error(`The database folder ${base} cannot be used: ${(cause as Error).message}.`, { cause });
  }
  throw new Error(
    `The database folder ${home} belongs to another user or is open to others: ` +
      "start as the user who owns it, or choose another data folder.",
  );
}

/** The kernel's sockaddr_un holds 108 bytes with the closing zero, 104 on macOS and BSD. */
const maxSocketPath = process.platform === "linux" ? 107 : 103;

/** Returns `home`, or a private folder with a short path in the system's temporary folder. */
export function claimSocketFolder({ home, user }: DataDirectory): string {
  if (fits(home)) return home;
  for (const parent of tempFolders(user)) {
    // Another user may have created the folder, perhaps on purpose; then the next name is tried.
    for (const suffix of ["", "-1", "-2", "-3", "-4"]) {
      const folder = join(parent, `intellibox-${shortHash(home)}${suffix}`);
      if (fits(folder) && claimPrivate(folder, user)) return folder;
    }
  }
  throw new Error(`The path ${home} is too long for a socket, and there is no room for one under ${tmpdir()}.`);
}

/** The system's temporary folders that the server's user can enter. */
export function tempFolders(user: ServerUser): string[] {
  const existing = [tmpdir(), "/tmp"].filter((folder) => existsSync(folder));
  return existing.map((folder) => realpathSync(folder)).filter((folder) => mayEnter(folder, user));
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, ".s.PGSQL.5432")) <= maxSocketPath;
}

function homeOf(base: string): string {
  return join(base, "18");
}

/** Creates the folder, or accepts an existing one that belongs to this user or to us, is no link, and is closed to others. */
function claimPrivate(folder: string, user: ServerUser): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  if (process.platform === "win32") return true;
  const stats = lstatSync(folder);
  const { uid, mode } = stats;
  const isOurs = uid === user.uid || uid === process.getuid?.();
  if (!stats.isDirectory() || !isOurs || mode & 0o077) return false;
  if (uid !== user.uid) lchownSync(folder, user.uid, user.gid);
  return true;
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
