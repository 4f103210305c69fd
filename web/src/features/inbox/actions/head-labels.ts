import type { MailFolder } from "@intellibox/contract/endpoints/folders";
import type { MessageState } from "#api/inbox-changes.ts";
import type { FolderLists } from "#api/mail-folders.ts";
import { pathOf } from "#features/inbox/folders/folder-rows.ts";
import type { HeadLabel } from "#features/inbox/message/message-head.tsx";

/** The folders and labels of the open message. A label can be taken off; out of a folder a message is moved. */
export function headLabels(
  message: MessageState | undefined,
  lists: FolderLists | undefined,
  remove: (folder: MailFolder) => void,
): HeadLabel[] {
  const list = lists?.mailboxes.find(({ mailboxId }) => mailboxId === message?.boxId);
  const folders = list?.folders.filter(({ id }) => message?.folderIds.includes(id)) ?? [];
  return folders.flatMap((folder) => {
    if (folder.role === "inbox") return [];
    const label = { key: folder.id, name: pathOf(folder) };
    return folder.kind === "label" && folder.role === null ? [{ ...label, onRemove: () => remove(folder) }] : [label];
  });
}
