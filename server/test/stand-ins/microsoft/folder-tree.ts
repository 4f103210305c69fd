// The folders of one account, as in Exchange. Their ids never change.
import { randomBytes } from "node:crypto";

/** The folders that every mailbox has, by the names that paths take instead of an id. */
const wellKnown = {
  inbox: "Inbox",
  sentitems: "Sent Items",
  deleteditems: "Deleted Items",
  drafts: "Drafts",
  archive: "Archive",
  junkemail: "Junk Email",
  outbox: "Outbox",
  syncissues: "Sync Issues",
};

export type StoredFolder = {
  id: string;
  /** A well-known name, or the id: how a message's `folder` names it. */
  name: string;
  displayName: string;
  parentId: string;
  isHidden: boolean;
  /** A folder that shows the mail of others: https://learn.microsoft.com/en-us/graph/api/resources/mailsearchfolder */
  isSearch?: boolean;
};

const newFolderId = () => `AQMkADYAAAIB${randomBytes(66).toString("base64url")}AAA=`;

export class FolderTree {
  readonly rootId = newFolderId();
  readonly all = new Map<string, StoredFolder>();
  /** The ids of changed folders, in order. */
  readonly changes: string[] = [];

  constructor() {
    for (const [name, displayName] of Object.entries(wellKnown)) this.#put({ name, displayName });
  }

  /** `under` is the name of the folder above. */
  add(displayName: string, { under, ...given }: { under?: string } & Partial<StoredFolder> = {}): StoredFolder {
    return this.#put({ displayName, ...(under !== undefined && { parentId: this.get(under).id }), ...given });
  }

  rename(name: string, displayName: string) {
    const folder = this.get(name);
    folder.displayName = displayName;
    this.changes.push(folder.id);
  }

  move(name: string, under: string) {
    const folder = this.get(name);
    folder.parentId = this.get(under).id;
    this.changes.push(folder.id);
  }

  remove(name: string) {
    const folder = this.get(name);
    this.all.delete(folder.id);
    this.changes.push(folder.id);
  }

  /** By id or well-known name. */
  find(given: string): StoredFolder | undefined {
    return this.all.get(given) ?? [...this.all.values()].find(({ name }) => name === given.toLowerCase());
  }

  get(given: string): StoredFolder {
    const found = this.find(given);
    if (!found) throw new Error(`There is no folder ${given}`);
    return found;
  }

  below(parentId: string): StoredFolder[] {
    return [...this.all.values()].filter((folder) => folder.parentId === parentId);
  }

  #put(given: Partial<StoredFolder> & { displayName: string }): StoredFolder {
    const id = newFolderId();
    const folder = { id, name: id, parentId: this.rootId, isHidden: false, ...given };
    this.all.set(folder.id, folder);
    this.changes.push(folder.id);
    return folder;
  }
}
