import type { MailAction } from "@intellibox/contract/endpoints/actions";
import type { FolderRole } from "@intellibox/contract/rules/folders";

export type PlacedFolder = { id: string; role: FolderRole | null; kind: "folder" | "label" };
export type PlacePlan = {
  add: PlacedFolder[];
  /** The mailbox's folder of this role, which may have to be created, is added too. */
  addRole?: FolderRole;
  remove: PlacedFolder[];
};
export type PlaceAction = Exclude<MailAction, "star" | "unstar" | "read" | "unread" | "delete">;

const nothing: PlacePlan = { add: [], remove: [] };

/** Folders hold a message until it is moved. A label that its owner made stays on the message when it is filed. */
const isOwnFolder = ({ role, kind }: PlacedFolder) => role === null && kind === "folder";
const hasRole =
  (...roles: FolderRole[]) =>
  ({ role }: PlacedFolder) =>
    role !== null && roles.includes(role);
const isWritten = hasRole("sent", "drafts");

/**
 * Computes how an action changes the folders of a message. Mail that was only sent or drafted stays there unless it is moved or deleted by
 * name: filing a thread files what was received. Nothing changes if the message already is as the action says.
 */
export function planPlaces(
  action: PlaceAction,
  places: PlacedFolder[],
  target: PlacedFolder | undefined,
  extent: "message" | "thread",
): PlacePlan {
  const leave = (to: FolderRole, isLeft: (one: PlacedFolder) => boolean): PlacePlan => {
    const remove = places.filter((one) => one.role !== to && isLeft(one));
    return remove.length === 0 ? nothing : { ...addTo(to), remove };
  };
  const addTo = (to: FolderRole) => (places.some(hasRole(to)) ? { add: [] } : { add: [], addRole: to });

  switch (action) {
    case "archive":
      return leave("archive", (one) => hasRole("inbox", "junk", "trash")(one) || isOwnFolder(one));
    case "inbox":
      return leave("inbox", (one) => hasRole("archive", "junk", "trash")(one) || isOwnFolder(one));
    case "junk":
      return leave("junk", (one) => hasRole("inbox", "archive", "trash")(one) || isOwnFolder(one));
    case "notJunk":
      return leave("inbox", hasRole("junk"));
    case "trash":
      return leave("trash", (one) => one.role !== null || isOwnFolder(one));
    case "move":
      return target ? move(places, target, extent) : nothing;
    case "label":
      return !target || places.some(({ id }) => id === target.id) ? nothing : { add: [target], remove: [] };
    case "unlabel":
      return unlabel(places, target);
  }
}

const goals: Partial<Record<MailAction, FolderRole>> = {
  archive: "archive",
  inbox: "inbox",
  junk: "junk",
  notJunk: "inbox",
};

/** Whether a message stays in Sent or Drafts, although the action files mail elsewhere. */
export function staysWritten(
  action: MailAction,
  places: PlacedFolder[],
  target: PlacedFolder | undefined,
  extent: "message" | "thread",
): boolean {
  const goal = goals[action];
  if ((action !== "move" && !goal) || !places.some(isWritten)) return false;
  const isThere = places.some((one) => (goal ? one.role === goal : one.id === target?.id));
  const { add, remove } = planPlaces(action as PlaceAction, places, target, extent);
  return !isThere && add.length + remove.length === 0;
}

const filing: Partial<Record<FolderRole, PlaceAction>> = {
  inbox: "inbox",
  archive: "archive",
  junk: "junk",
  trash: "trash",
};

function move(places: PlacedFolder[], target: PlacedFolder, extent: "message" | "thread"): PlacePlan {
  const action = target.role && filing[target.role];
  if (action) return planPlaces(action, places, undefined, extent);
  const isThere = places.some(({ id }) => id === target.id);
  const add = isThere ? [] : [target];
  if (target.kind === "label") {
    const remove = places.filter(hasRole("inbox", "junk", "trash"));
    return isThere && remove.length === 0 ? nothing : withArchive(places, { add, remove });
  }
  const remove = places.filter(
    (one) => one.id !== target.id && one.kind === "folder" && !(extent === "thread" && isWritten(one)),
  );
  return remove.length === 0 ? nothing : { add, remove };
}

function unlabel(places: PlacedFolder[], target: PlacedFolder | undefined): PlacePlan {
  const remove = places.filter(({ id }) => id === target?.id);
  return remove.length === 0 ? nothing : withArchive(places, { add: [], remove });
}

/** Mail that has only labels of its owner is archived. */
function withArchive(places: PlacedFolder[], plan: PlacePlan): PlacePlan {
  const isKept = places.some((one) => one.role !== null && !plan.remove.includes(one));
  return isKept ? plan : { ...plan, addRole: "archive" };
}
