import type { MailboxAbilities } from "@intellibox/contract/endpoints/folders";
import { t } from "@intellibox/contract/text/t";
import type { MailboxRow } from "#features/mailboxes/mailbox-key.ts";

type Kind = MailboxRow["kind"];

const withFolders = { folders: true, labels: false, star: true, createFolder: true, answerMarks: true };
/** Archive, spam, trash and stars work here only, in folders of ours. */
const withoutFolders = { folders: false, labels: false, star: true, createFolder: false, answerMarks: false };

const abilities: Record<Kind, MailboxAbilities> = {
  imap: withFolders,
  outlook: withFolders,
  // Gmail has neither a label nor a flag for answered mail: its own pages look for the answer in the thread.
  gmail: { ...withFolders, labels: true, answerMarks: false },
  pop3: withoutFolders,
  local: withoutFolders,
};

export const abilitiesOf = (kind: Kind): MailboxAbilities => abilities[kind];

/** Why a message cannot be filed in a folder that its owner made; undefined if it can. */
export function lackOfFolders(kind: Kind): string | undefined {
  if (kind === "pop3") return t("POP3 has no folders.");
  return kind === "local" ? t("The local mailbox has no folders of its own.") : undefined;
}
