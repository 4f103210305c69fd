import { type FolderRole, type MailView, mailViews, roleNames } from "@intellibox/contract/rules/folders";
import {
  Archive,
  Clock,
  File,
  Folder,
  Inbox,
  type LucideIcon,
  Mails,
  OctagonAlert,
  Send,
  Star,
  Tag,
  Trash2,
} from "lucide-react";

/** A list over all mailboxes. */
type View = { name: string; Icon: LucideIcon; empty: string; keys?: string };

const roleIcons: Record<FolderRole, LucideIcon> = {
  inbox: Inbox,
  sent: Send,
  drafts: File,
  archive: Archive,
  junk: OctagonAlert,
  trash: Trash2,
};

export const folderIcon = ({ role, kind }: { role: FolderRole | null; kind: "folder" | "label" }): LucideIcon =>
  role ? roleIcons[role] : kind === "label" ? Tag : Folder;

/** The keys repeat those of the action that files mail there: `e` archives, `g e` opens the archive. */
export const views: Record<MailView, View> = {
  inbox: { name: roleNames.inbox, Icon: Inbox, empty: "No messages. Connect and sync to load emails." },
  starred: { name: "Starred", Icon: Star, empty: "Nothing is starred yet.", keys: "g *" },
  snoozed: { name: "Snoozed", Icon: Clock, empty: "Nothing is snoozed.", keys: "g h" },
  sent: { name: roleNames.sent, Icon: Send, empty: "No sent mail yet." },
  drafts: { name: roleNames.drafts, Icon: File, empty: "No drafts on your mail servers." },
  archive: { name: roleNames.archive, Icon: Archive, empty: "Nothing is archived yet.", keys: "g e" },
  junk: { name: roleNames.junk, Icon: OctagonAlert, empty: "No spam.", keys: "g !" },
  trash: { name: roleNames.trash, Icon: Trash2, empty: "The trash is empty.", keys: "g #" },
  other: { name: "Other folders", Icon: Folder, empty: "No mail in other folders." },
  all: { name: "All mail", Icon: Mails, empty: "No mail yet.", keys: "g a" },
};

/** The views of the folder column, in its order. */
export const listedViews = mailViews.filter((view) => view !== "other");
