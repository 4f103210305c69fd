/** Another mail program on a user's folders, by doveadm. Folders with a role are named by it. */
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createdNames } from "#outside/mailboxes/imap/places.ts";
import type { AnswerMark } from "#outside/mailboxes/mailbox.ts";
import type { Dovecot } from "./dovecot.ts";

const answerFlags: Record<AnswerMark, string> = { answered: "\\Answered", forwarded: "$Forwarded" };
const names: Record<string, string> = createdNames;

export function foldersOf(dovecot: Dovecot, user: string) {
  const nameOf = (folder: string) => names[folder] ?? folder;
  const of = (subject: string, folder: string) => ["mailbox", nameOf(folder), "header", "subject", subject];
  const run = (command: string[], ...args: string[]) => dovecot.admin(...command, "-u", user, ...args);
  return {
    async deliver(raw: string, folder: string) {
      if (folder === "inbox") return dovecot.deliver(user, raw);
      const file = join(tmpdir(), `intellibox-mail-${process.pid}.eml`);
      writeFileSync(file, raw);
      run(["save"], "-m", nameOf(folder), file);
    },
    create: async (folder: string) => void run(["mailbox", "create"], "-s", folder),
    rename: async (folder: string, name: string) => void run(["mailbox", "rename"], "-s", nameOf(folder), name),
    remove: async (folder: string) => void run(["mailbox", "delete"], "-s", nameOf(folder)),
    move: async (subject: string, from: string, to: string) => void run(["move"], nameOf(to), ...of(subject, from)),
    /** The first of several copies. */
    moveFirst: async (subject: string, from: string, to: string) => {
      const [, uid = ""] = /uid: (\d+)/.exec(run(["fetch"], "uid", ...of(subject, from))) ?? [];
      run(["move"], nameOf(to), "mailbox", nameOf(from), "uid", uid);
    },
    copy: async (subject: string, from: string, to: string) => void run(["copy"], nameOf(to), ...of(subject, from)),
    erase: async (subject: string, from: string) => void run(["expunge"], ...of(subject, from)),
    star: async (subject: string, folder: string, starred: boolean) =>
      void run(["flags", starred ? "add" : "remove"], "\\Flagged", ...of(subject, folder)),
    isStarred: async (subject: string, folder: string) =>
      run(["fetch"], "flags", ...of(subject, folder)).includes("\\Flagged"),
    answer: async (subject: string, folder: string, mark: AnswerMark, isSet = true) =>
      void run(["flags", isSet ? "add" : "remove"], answerFlags[mark], ...of(subject, folder)),
    answersOf: async (subject: string, folder: string) => {
      const flags = run(["fetch"], "flags", ...of(subject, folder));
      return (["answered", "forwarded"] as const).filter((mark) => flags.includes(answerFlags[mark]));
    },
    subjects: async (folder: string) =>
      [...run(["fetch"], "hdr.subject", "mailbox", nameOf(folder)).matchAll(/^hdr\.subject: (.*)$/gm)]
        .map(([, subject = ""]) => subject)
        .sort(),
  };
}
