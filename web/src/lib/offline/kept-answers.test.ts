import { expect, test } from "vitest";
import { surplus } from "./kept-answers.ts";
import { isKeptQuery } from "./kept-queries.ts";

const mark = (key: string, usedAt: number, size = 10, isMessage = true) => ({ key, usedAt, at: 0, size, isMessage });
const bounds = { mostMessages: 2, mostLists: 1, mostBytes: 100 };

test("the least recently used messages and lists beyond the bounds are removed [OFF-01]", () => {
  const all = [
    mark("old", 1),
    mark("new", 3),
    mark("middle", 2),
    mark("list", 1, 10, false),
    mark("old list", 0, 10, false),
  ];
  expect(surplus(all, bounds).toSorted()).toEqual(["old", "old list"]);
});

test("a large message gives way to the smaller ones that fit [OFF-01]", () => {
  expect(surplus([mark("large", 2, 90), mark("small", 1, 20), mark("newest", 3, 20)], bounds)).toEqual(["large"]);
});

test("the inbox is kept, and searches, settings and other people's data are not [OFF-01]", () => {
  const filter = { q: "", mailbox: "", view: "inbox", folderId: "" };
  for (const key of [
    ["inbox", "threads", filter],
    ["inbox", "message", "1"],
    ["inbox", "folders"],
    ["menus"],
    ["profile"],
  ])
    expect(isKeptQuery(key), JSON.stringify(key)).toBe(true);
  for (const key of [
    ["inbox", "threads", { ...filter, q: "x" }],
    ["inbox", "config"],
    ["users", "page", {}],
    ["audit", {}],
  ])
    expect(isKeptQuery(key), JSON.stringify(key)).toBe(false);
});
