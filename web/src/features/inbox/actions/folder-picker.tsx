import { Autocomplete } from "@base-ui/react/autocomplete";
import type { MailFolder } from "@intellibox/contract/endpoints/folders";
import { t } from "@intellibox/contract/text/t";
import { Check, FolderPlus } from "lucide-react";
import { useState } from "react";
import { messageOf } from "#lib/http/api-error.ts";
import type { MessageState } from "#api/inbox-changes.ts";
import { type FolderLists, useCreateFolder } from "#api/mail-folders.ts";
import { PickDialog, PickInput, pickItemClass, pickListClass } from "#components/ui/pick-dialog.tsx";
import { pathOf } from "#features/inbox/folders/folder-rows.ts";
import { folderIcon } from "#features/inbox/folders/views.ts";

type Entry = { key: string; label: string; folder?: MailFolder; isOn: boolean };

const folderWords = {
  findTarget: t("Move to: find a folder"),
  create: (name: string) => t("Create folder “{name}”", { name }),
  notCreated: t("The folder could not be created"),
  typeName: t("Type a name to create a folder."),
  none: t("There are no folders."),
  noMatch: t("No folder has this name."),
};

const labelWords: typeof folderWords = {
  findTarget: t("Move to: find a label"),
  create: (name) => t("Create label “{name}”", { name }),
  notCreated: t("The label could not be created"),
  typeName: t("Type a name to create a label."),
  none: t("There are no labels."),
  noMatch: t("No label has this name."),
};

type FolderPickerProps = {
  use: "move" | "label";
  /** The chosen messages, all of one mailbox. */
  messages: readonly MessageState[];
  lists: FolderLists;
  /** `isOn` is true if all messages have the label already. */
  onPick: (folder: MailFolder, isOn: boolean) => void;
  onClose: () => void;
};

/** Finds a folder or label of a mailbox by typing, and creates one that does not exist. */
export function FolderPicker({ use, messages, lists, onPick, onClose }: FolderPickerProps) {
  const [typed, setTyped] = useState("");
  const [failure, setFailure] = useState("");
  const create = useCreateFolder();
  const mailboxId = messages[0]?.boxId ?? "";
  const list = lists.mailboxes.find((one) => one.mailboxId === mailboxId);
  const entries = entriesOf(list?.folders ?? [], use, messages);
  const name = typed.trim();
  const isNew = name !== "" && !entries.some(({ label }) => label.toLowerCase() === name.toLowerCase());
  const mayCreate = list?.abilities.createFolder === true;
  const words = list?.folders.some(({ kind }) => kind === "label") || use === "label" ? labelWords : folderWords;
  const title = use === "move" ? t("Move to") : t("Labels");

  const run = (entry: Entry) => {
    if (create.isPending) return;
    if (entry.folder) {
      onPick(entry.folder, entry.isOn);
      onClose();
      return;
    }
    setFailure("");
    create.mutate(
      { mailbox: mailboxId, name },
      {
        onSuccess: (folder) => {
          onPick(folder, false);
          onClose();
        },
        onError: (error) => setFailure(messageOf(error, words.notCreated)),
      },
    );
  };
  const items = [...entries, ...(isNew && mayCreate ? [{ key: "new", label: words.create(name), isOn: false }] : [])];

  return (
    <PickDialog label={title} width="max-w-[440px]" onClose={onClose}>
      <Autocomplete.Root
        open
        inline
        items={items}
        itemToStringValue={(entry: Entry) => entry.label}
        value={typed}
        onValueChange={setTyped}
        filter={(entry: Entry, query) =>
          !entry.folder || entry.label.toLowerCase().includes(query.trim().toLowerCase())
        }
        autoHighlight="always"
        keepHighlight
      >
        <PickInput
          label={use === "move" ? words.findTarget : t("Labels: find a label")}
          placeholder={use === "move" ? t("Move to…") : t("Label as…")}
          maxLength={200}
        />
        {failure && (
          <p role="alert" className="shrink-0 border-b border-line bg-bad-bg px-4 py-2 text-sm text-bad">
            {failure}
          </p>
        )}
        {items.length === 0 && (
          <p className="px-4 py-6 text-center text-sm text-text-3">{mayCreate ? words.typeName : words.none}</p>
        )}
        <Autocomplete.Empty className="px-4 py-6 text-center text-sm text-text-3 empty:hidden">
          {items.length > 0 && words.noMatch}
        </Autocomplete.Empty>
        <Autocomplete.List className={pickListClass}>
          {(entry: Entry) => (
            <Autocomplete.Item key={entry.key} value={entry} onClick={() => run(entry)} className={pickItemClass}>
              <EntryIcon entry={entry} />
              <span className="min-w-0 flex-1 truncate">{entry.label}</span>
              {entry.isOn && (
                <>
                  <span className="sr-only">{t("applied, choose to remove")}</span>
                  <Check className="size-4 text-accent-text" aria-hidden="true" />
                </>
              )}
            </Autocomplete.Item>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </PickDialog>
  );
}

function EntryIcon({ entry: { folder } }: { entry: Entry }) {
  const Icon = folder ? folderIcon(folder) : FolderPlus;
  return <Icon className="size-4 shrink-0 text-text-3" aria-hidden="true" />;
}

/** Mail is moved to any folder but its own and those that the server fills by itself; labels are those that the owner made. */
function entriesOf(
  folders: readonly MailFolder[],
  use: FolderPickerProps["use"],
  messages: readonly MessageState[],
): Entry[] {
  const hasAll = ({ id }: MailFolder) => messages.every(({ folderIds }) => folderIds.includes(id));
  const isTarget = (folder: MailFolder) => folder.role !== "sent" && folder.role !== "drafts" && !hasAll(folder);
  return folders
    .filter((folder) => folder.isSelectable && (use === "label" ? folder.role === null : isTarget(folder)))
    .map((folder) => ({
      ...{ key: folder.id, label: pathOf(folder), folder },
      isOn: use === "label" && hasAll(folder),
    }));
}
