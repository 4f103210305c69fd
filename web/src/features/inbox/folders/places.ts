import { type MailView, roleNames } from "@intellibox/contract/rules/folders";
import { t } from "@intellibox/contract/text/t";

/** A line of the rail: a list over all mailboxes, the mail that is scheduled, or the follow-ups. The Inbox is the menu's own item. */
export type PlaceName = Exclude<MailView, "inbox" | "other"> | "scheduled" | "followUps";
type Place = { name: string; keys: string; path: string };

/**
 * The places of the rail, in its order. Their icons are apart in `views.ts`, because every page loads this file. The keys repeat
 * those of the action that files mail there: `e` archives, `g e` opens the archive.
 */
export const places: Record<PlaceName, Place> = {
  starred: { name: t("Starred"), keys: "g *", path: "/inbox?folder=starred" },
  snoozed: { name: t("Snoozed"), keys: "g h", path: "/inbox?folder=snoozed" },
  sent: { name: roleNames.sent, keys: "g t", path: "/inbox?folder=sent" },
  drafts: { name: roleNames.drafts, keys: "g f", path: "/inbox?folder=drafts" },
  scheduled: { name: t("Scheduled"), keys: "g c", path: "/outbox?state=scheduled" },
  followUps: { name: t("Follow-ups"), keys: "g u", path: "/inbox?view=follow-ups" },
  archive: { name: roleNames.archive, keys: "g e", path: "/inbox?folder=archive" },
  junk: { name: roleNames.junk, keys: "g !", path: "/inbox?folder=junk" },
  trash: { name: roleNames.trash, keys: "g #", path: "/inbox?folder=trash" },
  all: { name: t("All mail"), keys: "g a", path: "/inbox?folder=all" },
};
export const placeNames = Object.keys(places) as PlaceName[];

/** The command that goes to a place, without what it runs. */
export const goToPlace = (place: PlaceName) => ({
  ...{ label: t("Show {name}", { name: places[place].name }), group: t("Folders"), keys: places[place].keys },
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
