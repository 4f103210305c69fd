import type { MailView } from "@intellibox/contract/rules/folders";
import { t } from "@intellibox/contract/text/t";
import type { LucideIcon } from "lucide-react";
import type { ThreadFilter } from "#api/inbox-changes.ts";
import type { FolderLists } from "#api/mail-folders.ts";
import { pathOf } from "#features/inbox/folders/folder-rows.ts";
import { folderIcon, views } from "#features/inbox/folders/views.ts";
import type { Mailboxes } from "#features/inbox/mailbox-words.ts";

/** The name of the shown list. */
export type ListPlace = {
  name: string;
  Icon: LucideIcon;
  /** The address of the mailbox, if the list shows one of its folders. */
  mailbox: string;
  /** The list over all mailboxes that it is; undefined for a folder. */
  view: MailView | undefined;
  /** The mail of the folder is being loaded from its server. */
  isLoading: boolean;
  isInbox: boolean;
  /** The drafts of all mailboxes, with those that were begun here. */
  isDrafts: boolean;
  /** In these lists a row names its folder, because the rows come from several. */
  namesFolders: boolean;
  /** In these lists a row names the recipients, because the sender is always the user. */
  namesRecipients: boolean;
  /** Which dates order it: those of its mail, or when mail came back from a snooze too. Undefined if neither does. */
  datedBy: "date" | "return" | undefined;
};

export function placeOf(filter: ThreadFilter, lists: FolderLists | undefined, mailboxes: Mailboxes): ListPlace {
  const { view, folderId, q } = filter;
  if (!folderId) {
    return {
      ...{ ...views[view], view, isLoading: false, mailbox: "" },
      ...{ isInbox: view === "inbox", isDrafts: view === "drafts" },
      namesFolders: q !== "" || view === "all" || view === "starred",
      namesRecipients: view === "sent" || view === "drafts",
      datedBy: view === "snoozed" && q === "" ? undefined : view === "inbox" && q === "" ? "return" : "date",
    };
  }
  const folder = lists?.mailboxes.flatMap(({ folders }) => folders).find(({ id }) => id === folderId);
  const mailbox = folder && mailboxes.get(folder.mailboxId);
  return {
    name: folder ? pathOf(folder) : lists ? t("This folder no longer exists") : "",
    Icon: folderIcon(folder ?? { role: null, kind: "folder" }),
    mailbox: mailbox?.email ?? "",
    view: undefined,
    isLoading: mailbox?.syncing || folder?.isFollowed === false,
    ...{ isInbox: false, isDrafts: false, namesFolders: q !== "" },
    namesRecipients: folder?.role === "sent" || folder?.role === "drafts",
    datedBy: "date",
  };
}
