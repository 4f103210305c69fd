// mbsync and notmuch, beside which the product is measured if they are installed.
import { execFileSync, spawnSync } from "node:child_process";
import { lstatSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Dovecot } from "#test/dovecot.ts";

export const hasMbsync = () => spawnSync("mbsync", ["--version"]).status === 0;
export const hasNotmuch = () => process.env.BENCH_NOTMUCH !== "0" && spawnSync("notmuch", ["--version"]).status === 0;

/** Mirrors the inbox of the user `bench` into the Maildir `mail/INBOX` of an empty folder. */
export function mbsync(dovecot: Dovecot, folder: string) {
  mkdirSync(join(folder, "mail"));
  const lines = [
    ...[
      "IMAPAccount server",
      "Host 127.0.0.1",
      `Port ${dovecot.ports.imap}`,
      "User bench",
      "Pass test",
      "SSLType None",
      "AuthMechs LOGIN",
      "",
    ],
    ...["IMAPStore far", "Account server", ""],
    ...["MaildirStore near", `Path ${folder}/mail/`, `Inbox ${folder}/mail/INBOX`, ""],
    ...[
      "Channel all",
      "Far :far:INBOX",
      "Near :near:INBOX",
      "Create Near",
      "Sync Pull",
      `SyncState ${folder}/state`,
      "",
    ],
  ];
  writeFileSync(join(folder, "mbsyncrc"), lines.join("\n"));
  execFileSync("mbsync", ["-q", "-c", join(folder, "mbsyncrc"), "all"], { stdio: ["ignore", "ignore", "inherit"] });
}

export const notmuch = (folder: string, ...args: string[]) =>
  execFileSync("notmuch", args, {
    env: { ...process.env, NOTMUCH_CONFIG: join(folder, "config") },
    stdio: ["ignore", "pipe", "ignore"],
    maxBuffer: 1 << 28,
  });

/** Indexes all mail of a folder into its `.notmuch`. */
export function indexByNotmuch(folder: string) {
  writeFileSync(
    join(folder, "config"),
    `[database]\npath=${folder}\n[user]\nname=Bench\nprimary_email=bench@bench.test\n[new]\ntags=inbox\nignore=config\n`,
  );
  notmuch(folder, "new", "--quiet");
}

/** The disk space of a file or folder in whole blocks, which short files fill only in part. */
export function diskBytesOf(path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return 0;
  const inner = found.isDirectory() ? readdirSync(path).map((name) => diskBytesOf(join(path, name))) : [];
  return inner.reduce((sum, bytes) => sum + bytes, found.blocks * 512);
}
