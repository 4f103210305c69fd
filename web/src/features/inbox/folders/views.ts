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
type View = { name: string; Icon: LucideIcon };

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
  inbox: { name: roleNames.inbox, Icon: Inbox },
  starred: { name: places.starred.name, Icon: Star },
  snoozed: { name: places.snoozed.name, Icon: Clock },
  sent: { name: roleNames.sent, Icon: Send },
  drafts: { name: roleNames.drafts, Icon: File },
  archive: { name: roleNames.archive, Icon: Archive },
  junk: { name: roleNames.junk, Icon: OctagonAlert },
  trash: { name: roleNames.trash, Icon: Trash2 },
  other: { name: t("Other folders"), Icon: Folder },
  all: { name: places.all.name, Icon: Mails },
};

export const placeIcon = (place: PlaceName): LucideIcon =>
  place === "scheduled" ? CalendarClock : place === "followUps" ? BellRing : views[place].Icon;
