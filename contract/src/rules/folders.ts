import { t } from "../text/t.ts";
/** The roles of folders, by RFC 6154 and the providers' system folders. A folder that its owner made has no role. */
export const folderRoles = ["inbox", "sent", "drafts", "archive", "junk", "trash"] as const;
export type FolderRole = (typeof folderRoles)[number];

/** The names of folders that have a role, in lists over all mailboxes. */
export const roleNames: Record<FolderRole, string> = {
  inbox: t("Inbox"),
  sent: t("Sent"),
  drafts: t("Drafts"),
  archive: t("Archive", undefined, "folder"),
  junk: t("Spam"),
  trash: t("Trash"),
};

/**
 * The folder that a message counts for in lists over all mailboxes: the role of its folder; of several folders, the role that
 * comes first in `placeOrder`. `other`: it is only in folders without a role. `snoozed`: it comes back to the inbox later.
 */
export const messageFolders = [...folderRoles, "snoozed", "other"] as const;
export type MessageFolder = (typeof messageFolders)[number];

/**
 * Of several folders, the first one counts: mail in the trash is not in the inbox, and mail to oneself is received mail. IMAP has
 * copies instead: mail with a copy outside the trash, spam and drafts is not in the trash or spam.
 */
export const placeOrder: readonly MessageFolder[] = ["trash", "junk", "inbox", "sent", "drafts", "archive", "other"];

/** Folders whose mail belongs to conversations and to a search that names no folder. */
export const readableFolders = ["inbox", "snoozed", "sent", "archive", "other"] as const satisfies MessageFolder[];

/** The lists over all mailboxes. `starred` and `all` leave out spam and trash. */
export const mailViews = [
  "inbox",
  "starred",
  "snoozed",
  "sent",
  "drafts",
  "archive",
  "junk",
  "trash",
  "other",
  "all",
] as const;
export type MailView = (typeof mailViews)[number];
