// Mail kept as files: the mailboxes of people here, and what the demo does not send to the outside. Writes below the data folder only.
import { createHash } from "node:crypto";
import { mkdir, open, readdir, rename } from "node:fs/promises";
import { join } from "node:path";

/** A user's local mailbox: folders of .eml files whose names sort by arrival, `inbox` among them. */
export const localMailFolder = (dataDir: string, userId: string) => join(dataDir, "local-mail", userId);
/** Mail for addresses that nobody here has. */
export const keptMailFolder = (dataDir: string) => join(dataDir, "kept-mail");

type Filing = {
  folder: string;
  raw: Buffer;
  /** What the same mail has when it comes again, and no other mail: its Message-ID, or where it has none all of it. */
  identity: string | Buffer;
  at: Date;
};

/** Files a mail whole or not at all, and once. Returns its name. */
export async function fileMail({ folder, raw, identity, at }: Filing): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const mark = createHash("sha256").update(identity).digest("hex").slice(0, 24);
  const known = (await readdir(folder)).find((name) => name.endsWith(`-${mark}.eml`));
  if (known) return known;
  const name = `${String(at.getTime()).padStart(14, "0")}-${mark}.eml`;
  // Hidden until it is whole: readers look at .eml only, and a crash leaves nothing that looks like one.
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
