import type { MailFolder } from "@intellibox/contract/endpoints/folders";
import type { ThreadItem } from "@intellibox/contract/endpoints/inbox";
import { roleNames } from "@intellibox/contract/rules/folders";
import type { FolderLists } from "#api/mail-folders.ts";

export type RowChip = { key: string; name: string; isLabel: boolean };
/** Finds the chips of a message. It changes only if the folders or the shown list change. */
export type RowChips = (item: Pick<ThreadItem, "folder" | "folderIds">) => readonly RowChip[];

/** The labels of a message, and its folder if the list shows several. */
export function rowChipsOf(lists: FolderLists | undefined, namesFolders: boolean, shownId: string): RowChips {
  const byId = new Map<string, MailFolder>();
  for (const { folders } of lists?.mailboxes ?? []) for (const folder of folders) byId.set(folder.id, folder);
  return ({ folder, folderIds }) => {
    const own = folderIds.flatMap((id) => {
      const found = byId.get(id);
      if (!found || found.role || id === shownId || (found.kind === "folder" && !namesFolders)) return [];
      return [{ key: id, name: found.name, isLabel: found.kind === "label" }];
    });
    const role = folder === "other" || folder === "snoozed" || folder === "inbox" ? undefined : roleNames[folder];
    return namesFolders && role ? [{ key: folder, name: role, isLabel: false }, ...own] : own;
  };
}
