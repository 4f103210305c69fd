import { type FolderRole, type MailView, roleNames } from "@intellibox/contract/rules/folders";
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
  sent: { name: roleNames.sent, Icon: Send, empty: "No sent mail yet.", keys: "g t" },
  drafts: { name: roleNames.drafts, Icon: File, empty: "No drafts on your mail servers.", keys: "g f" },
  archive: { name: roleNames.archive, Icon: Archive, empty: "Nothing is archived yet.", keys: "g e" },
  junk: { name: roleNames.junk, Icon: OctagonAlert, empty: "No spam.", keys: "g !" },
  trash: { name: roleNames.trash, Icon: Trash2, empty: "The trash is empty.", keys: "g #" },
  other: { name: "Other folders", Icon: Folder, empty: "No mail in other folders." },
  all: { name: "All mail", Icon: Mails, empty: "No mail yet.", keys: "g a" },
};

/** A line of the rail: a list over all mailboxes, the mail that is scheduled, or the follow-ups. The Inbox is the menu's own item. */
export type PlaceName = Exclude<MailView, "inbox" | "other"> | "scheduled" | "followUps";
export type Place = Pick<View, "name" | "Icon"> & { keys: string; path: string };

const placeOf = (view: Exclude<MailView, "inbox" | "other">): Place => {
  const { name, Icon, keys = "" } = views[view];
  return { name, Icon, keys, path: `/inbox?folder=${view}` };
};

/** The places of the rail, in its order. */
export const places: Record<PlaceName, Place> = {
  starred: placeOf("starred"),
  snoozed: placeOf("snoozed"),
  sent: placeOf("sent"),
  drafts: placeOf("drafts"),
  scheduled: { name: "Scheduled", Icon: CalendarClock, keys: "g c", path: "/outbox?state=scheduled" },
  followUps: { name: "Follow-ups", Icon: BellRing, keys: "g u", path: "/inbox?view=follow-ups" },
  archive: placeOf("archive"),
  junk: placeOf("junk"),
  trash: placeOf("trash"),
  all: placeOf("all"),
};
export const placeNames = Object.keys(places) as PlaceName[];

/** The command that goes to a place, without what it runs. */
export const goToPlace = (place: PlaceName) => ({
  ...{ label: `Show ${places[place].name}`, group: "Folders", keys: places[place].keys },
});

/** The line of the rail that an address shows: a place, the id of a folder, `inbox`, or none. */
export function shownPlace({ pathname, search }: { pathname: string; search: string }): string {
  const params = new URLSearchParams(search);
  if (pathname === "/outbox") return params.get("state") === "scheduled" ? "scheduled" : "";
  if (pathname !== "/inbox" || (params.get("tab") ?? "inbox") !== "inbox") return "";
  const view = params.get("view");
  if (view) return view === "follow-ups" ? "followUps" : "";
  const folder = params.get("folder") ?? "";
  return params.get("folderId") || (Object.hasOwn(places, folder) ? folder : "inbox");
}
