import { expect, test } from "vitest";
import { saveSession } from "#lib/session/session.ts";
import { sessionOf } from "#test/people.ts";
import { forgetSearches, recentSearches, rememberSearch, withSearch } from "./recent-searches.ts";

test("the latest search comes first, equal searches are kept once, and six at most", () => {
  expect(withSearch(["from:a", "invoice"], "Invoice")).toEqual(["Invoice", "from:a"]);
  expect(withSearch(["1", "2", "3", "4", "5", "6"], "7")).toEqual(["7", "1", "2", "3", "4", "5"]);
});

test("searches are shown only to the user who made them, and can be deleted", () => {
  const priya = sessionOf("NORMAL_USER");
  saveSession(priya);
  rememberSearch("  from:daniel ");
  rememberSearch("   ");
  expect(recentSearches()).toEqual(["from:daniel"]);
  saveSession({ ...priya, user: { ...priya.user, _id: "01890000-0000-7000-8000-000000000077" } });
  expect(recentSearches()).toEqual([]);
  saveSession(priya);
  forgetSearches();
  expect(recentSearches()).toEqual([]);
});

test("a broken storage entry counts as none", () => {
  saveSession(sessionOf("NORMAL_USER"));
  localStorage.setItem("intellibox.inbox.searches", '{"owner":5,"searches":"x"}');
  expect(recentSearches()).toEqual([]);
});
