// Files mail below the data folder: the local mailboxes of users, and mail for recipients outside, which the demo does not send.
import { createHash } from "node:crypto";
import { mkdir, open, readdir, rename } from "node:fs/promises";
import { join } from "node:path";

/** The value of `mailboxes.folder` of a user's own local mailbox; others are further ones. */
const ownFolder = "INBOX";

/** A local mailbox of a user: `inbox` and other folders of .eml files, whose names sort by arrival. */
export const localMailFolder = (dataDir: string, userId: string, folder = ownFolder) =>
  join(dataDir, "local-mail", userId, ...(folder === ownFolder ? [] : ["more", folder]));
/** The folder for mail to addresses that no user here has. */
export const keptMailFolder = (dataDir: string) => join(dataDir, "kept-mail");

type Filing = {
  folder: string;
  raw: Buffer;
  /** Identifies the mail, so that it is filed once: its Message-ID, or all its bytes if it has none. */
  identity: string | Buffer;
  at: Date;
};

/** Files a mail atomically and once. Returns its file name. */
export async function fileMail({ folder, raw, identity, at }: Filing): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const mark = createHash("sha256").update(identity).digest("hex").slice(0, 24);
  const known = (await readdir(folder)).find((name) => name.endsWith(`-${mark}.eml`));
  if (known) return known;
  const name = `${String(at.getTime()).padStart(14, "0")}-${mark}.eml`;
  // Renamed to .eml when it is complete: readers look at .eml only, also after a crash.
  const draft = join(folder, `.${name}.${process.pid}.part`);
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(raw);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, join(folder, name));
  return name;
}
