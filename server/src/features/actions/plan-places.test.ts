import type { FolderRole } from "@intellibox/contract/rules/folders";
import { expect, test } from "vitest";
import { type PlaceAction, type PlacedFolder, planPlaces } from "./plan-places.ts";

const of = (role: FolderRole): PlacedFolder => ({ id: role, role, kind: "folder" });
const folder: PlacedFolder = { id: "folder", role: null, kind: "folder" };
const label: PlacedFolder = { id: "label", role: null, kind: "label" };

const planned = (
  action: PlaceAction,
  places: PlacedFolder[],
  target?: PlacedFolder,
  extent: "message" | "thread" = "message",
) => {
  const { add, addRole, remove } = planPlaces(action, places, target, extent);
  return [[...add.map(({ id }) => id), ...(addRole ? [addRole] : [])], remove.map(({ id }) => id)];
};

test("filing takes mail out of folders and leaves its labels and what was sent", () => {
  expect(planned("archive", [of("inbox"), label])).toEqual([["archive"], ["inbox"]]);
  expect(planned("archive", [of("inbox"), of("sent")])).toEqual([["archive"], ["inbox"]]);
  expect(planned("archive", [folder])).toEqual([["archive"], ["folder"]]);
  expect(planned("archive", [of("sent")])).toEqual([[], []]);
  expect(planned("junk", [of("inbox"), label])).toEqual([["junk"], ["inbox"]]);
  expect(planned("notJunk", [of("junk")])).toEqual([["inbox"], ["junk"]]);
  expect(planned("notJunk", [of("archive")])).toEqual([[], []]);
  expect(planned("trash", [of("sent"), of("inbox"), label])).toEqual([["trash"], ["sent", "inbox"]]);
  expect(planned("trash", [of("trash")])).toEqual([[], []]);
});

test("a move to a folder leaves the others, and a label is added; no message is left without a folder", () => {
  expect(planned("move", [of("inbox")], folder)).toEqual([["folder"], ["inbox"]]);
  expect(planned("move", [of("sent")], folder)).toEqual([["folder"], ["sent"]]);
  expect(planned("move", [of("sent")], folder, "thread")).toEqual([[], []]);
  expect(planned("move", [folder], folder)).toEqual([[], []]);
  expect(planned("move", [of("inbox")], of("trash"))).toEqual([["trash"], ["inbox"]]);
  expect(planned("move", [of("inbox")], label)).toEqual([["label", "archive"], ["inbox"]]);
  expect(planned("move", [of("inbox"), of("sent")], label)).toEqual([["label"], ["inbox"]]);
  expect(planned("label", [of("inbox")], label)).toEqual([["label"], []]);
  expect(planned("label", [of("inbox"), label], label)).toEqual([[], []]);
  expect(planned("unlabel", [label], label)).toEqual([["archive"], ["label"]]);
  expect(planned("unlabel", [of("inbox")], label)).toEqual([[], []]);
});
