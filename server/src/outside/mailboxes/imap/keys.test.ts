import { expect, test } from "vitest";
import type { Whereabouts } from "./cursor.ts";
import { assignKeys, type ListedPath } from "./keys.ts";

const at = (path: string, validity?: string, next = 5, role: ListedPath["role"] = null): ListedPath => ({
  ...{ path, validity, next, role },
});
const inbox = at("INBOX", "1", 9, "inbox");
const before = new Map<string, Whereabouts>([
  ["inbox", { path: "INBOX", validity: "1", next: 3 }],
  ["sent", { path: "Sent", validity: "2", next: 3 }],
  ["f-work", { path: "Work", validity: "3", next: 3 }],
  ["f-bills", { path: "Work/Bills", validity: "4", next: 3 }],
]);
const same = [inbox, at("Sent", "2", 5, "sent"), at("Work", "3"), at("Work/Bills", "4")];

test("new folders have their roles as keys, or keys of their own", () => {
  const keys = assignKeys([inbox, at("Sent", "2", 1, "sent"), at("Work", "3")], new Map());
  expect(keys.slice(0, 2)).toEqual(["inbox", "sent"]);
  expect(keys[2]).toMatch(/^f-[0-9a-f]{32}$/);
  expect(assignKeys(same, before)).toEqual(["inbox", "sent", "f-work", "f-bills"]);
});

test("a rename of a folder and of those in it keeps their keys, also of one with a role", () => {
  const renamed = [inbox, at("Gesendet", "2", 5, "sent"), at("Büro", "3"), at("Büro/Bills", "4")];
  expect(assignKeys(renamed, before)).toEqual(["inbox", "sent", "f-work", "f-bills"]);
});

test("folders that swap their names, and a new folder with an old name, are told apart by UIDVALIDITY", () => {
  const swapped = [inbox, at("Sent", "2", 5, "sent"), at("Work/Bills", "3"), at("Work", "4")];
  expect(assignKeys(swapped, before)).toEqual(["inbox", "sent", "f-work", "f-bills"]);
  const replaced = assignKeys(
    [inbox, same[1] ?? inbox, at("Büro", "3"), at("Work", "77"), at("Work/Bills", "4")],
    before,
  );
  expect(replaced.slice(0, 3)).toEqual(["inbox", "sent", "f-work"]);
  expect(replaced[3]).not.toBe("f-work");
  expect(replaced[4]).toBe("f-bills");
});

test("new UIDs keep the key, and so does a STATUS that is missing", () => {
  expect(assignKeys([inbox, at("Sent", "9", 1, "sent"), at("Work")], before)).toEqual(["inbox", "sent", "f-work"]);
});

test("what may be another folder is a new one", () => {
  // Two folders that were made in the same second, and one that lost UIDs.
  const twins = new Map(before).set("f-twin", { path: "Twin", validity: "3", next: 3 });
  for (const [listed, known] of [
    [at("Büro", "3"), twins],
    [at("Büro", "3", 2), before],
  ] as const)
    expect(["f-work", "f-twin"]).not.toContain(assignKeys([inbox, listed], known)[1]);
});

test("another folder as the inbox, and a role that moves, take no key of others", () => {
  const chosen = assignKeys([at("INBOX", "1"), at("Work", "3", 5, "inbox")], before);
  expect(chosen[1]).toBe("inbox");
  expect(chosen[0]).toMatch(/^f-/);
  const moved = assignKeys([inbox, at("Sent", "2"), at("Sent Items", "8", 1, "sent")], before);
  expect(moved[1]).toBe("sent");
  expect(moved[2]).toMatch(/^f-/);
});
