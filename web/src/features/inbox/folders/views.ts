import { type FolderRole, type MailView, roleNames } from "@intellibox/contract/rules/folders";
import { t } from "@intellibox/contract/text/t";
import {
  Archive,
  BellRing,
  CalendarClock,
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
import { type PlaceName, places } from "./places.ts";

/** A list over all mailboxes. */
type View = { name: string; Icon: LucideIcon; empty: string };

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

export const views: Record<MailView, View> = {
  inbox: { name: roleNames.inbox, Icon: Inbox, empty: t("No messages. Connect and sync to load emails.") },
  starred: { name: places.starred.name, Icon: Star, empty: t("Nothing is starred yet.") },
  snoozed: { name: places.snoozed.name, Icon: Clock, empty: t("Nothing is snoozed.") },
  sent: { name: roleNames.sent, Icon: Send, empty: t("No sent mail yet.") },
  drafts: { name: roleNames.drafts, Icon: File, empty: t("No drafts on your mail servers.") },
  archive: { name: roleNames.archive, Icon: Archive, empty: t("Nothing is archived yet.") },
  junk: { name: roleNames.junk, Icon: OctagonAlert, empty: t("No spam.") },
  trash: { name: roleNames.trash, Icon: Trash2, empty: t("The trash is empty.") },
  other: { name: t("Other folders"), Icon: Folder, empty: t("No mail in other folders.") },
  all: { name: places.all.name, Icon: Mails, empty: t("No mail yet.") },
};

export const placeIcon = (place: PlaceName): LucideIcon =>
  place === "scheduled" ? CalendarClock : place === "followUps" ? BellRing : views[place].Icon;
