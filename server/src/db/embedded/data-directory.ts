// Where the database lives, and who may enter. As root, nothing here follows a link that the server's user could have laid.
import { createHash } from "node:crypto";
import { chmodSync, existsSync, lchownSync, lstatSync, mkdirSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { findServerUser, isRoot, mayEnter, type ServerUser } from "./server-user.ts";

export interface Place {
  user: ServerUser;
  /** Ours: holds `home`, and a copy of the binaries where one is needed. */
  base: string;
  /** The server's user's own, closed to everybody else: the cluster, its log and (if the path is short enough) its socket. */
  home: string;
  /** The cluster. */
  data: string;
  /** One line for the operator when the database is not where they would look for it. */
  note?: string;
}

const sharedRoot = "/var/lib/intellibox";

export function findPlace(dataDir: string): Place {
  mkdirSync(dataDir, { recursive: true });
  // One spelling per folder, so that two processes that came by different links find the same server.
  const folder = realpathSync(dataDir);
  const inside = join(folder, "postgres");
  if (!isRoot()) return claimPlace(inside, findServerUser());

  const outside = join(sharedRoot, `${basename(folder).replace(/[^\w-]+/g, "-")}-${shortHash(folder)}`);
  // A database that exists stays where it is, whatever happens to the permissions around it.
  const existing = [inside, outside].find((base) => existsSync(join(homeOf(base), "data", "PG_VERSION")));
  const user = findServerUser(existing ? lstatSync(homeOf(existing)) : undefined);
  if ((existing ?? inside) === inside) {
    if (mayEnter(folder, user)) return claimPlace(inside, user);
    if (existing) {
      throw new Error(`The user ${user.name}, who owns the database in ${inside}, can no longer reach that folder.`);
    }
  }
  mkdirSync(sharedRoot, { recursive: true });
  chmodSync(sharedRoot, 0o711);
  const note = `The database is in ${outside}, because its user (${user.name}) cannot reach ${folder}.`;
  return { ...claimPlace(outside, user), note };
}

/** Makes the two folders of a database, or takes them if they are there: `base` for us, `home` for its user. */
export function claimPlace(base: string, user: ServerUser): Place {
  const home = homeOf(base);
  try {
    mkdirSync(base, { recursive: true });
    // The server's user must pass through; nobody can look inside, and `home` opens for that user alone.
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

/** PostgreSQL refuses a socket whose path does not fit the kernel's address: 108 bytes with its closing zero, 104 on macOS and BSD. */
const longestSocketPath = process.platform === "linux" ? 107 : 103;

/** The home, or a short folder under the system's temp with the same lock on its door. */
export function claimSocketFolder({ home, user }: Place): string {
  if (fits(home)) return home;
  for (const parent of tempFolders(user)) {
    // Anybody may have taken the name before us, by accident or not: then we take the next one.
    for (const suffix of ["", "-1", "-2", "-3", "-4"]) {
      const folder = join(parent, `intellibox-${shortHash(home)}${suffix}`);
      if (fits(folder) && claimPrivate(folder, user)) return folder;
    }
  }
  throw new Error(`The path ${home} is too long for a socket, and there is no room for one under ${tmpdir()}.`);
}

/** The system's folders for temporary things, as far as the server's user can enter them. */
export function tempFolders(user: ServerUser): string[] {
  const existing = [tmpdir(), "/tmp"].filter((folder) => existsSync(folder));
  return existing.map((folder) => realpathSync(folder)).filter((folder) => mayEnter(folder, user));
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, ".s.PGSQL.5432")) <= longestSocketPath;
}

function homeOf(base: string): string {
  return join(base, "18");
}

/** Makes the folder, or takes it if it is a real folder of this user (or still ours) that nobody else can enter. */
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
