import { expect, test } from "vitest";
import type { GuidePage } from "#lib/guide-nodes.ts";
import { readMarkdown } from "../../../markdown.ts";
import { excerptOf, markedPieces, searchGuide, sectionsOf } from "./guide-search.ts";

const page = (slug: string, title: string, text: string): GuidePage => ({
  slug,
  title,
  group: "For everyone",
  body: readMarkdown(text),
});
const sections = sectionsOf([
  page("snooze", "Snooze", "Hide a thread until later.\n\n## Wake a thread\n\nAn answer wakes it.\n"),
  page("search", "Search", "Find mail by its words.\n\n## Snoozed mail\n\nWrite `is:snoozed`.\n"),
]);

test("a search finds the parts with every word, those with the words in the heading first [HLP-03]", () => {
  expect(searchGuide(sections, "snooze").map(({ path }) => path)).toEqual([
    "/help/snooze",
    "/help/search#snoozed-mail",
    "/help/snooze#wake-a-thread",
  ]);
  expect(searchGuide(sections, "ANSWER wakes").map(({ path }) => path)).toEqual(["/help/snooze#wake-a-thread"]);
  expect(searchGuide(sections, "answer mail")).toEqual([]);
  expect(searchGuide(sections, "  ")).toEqual([]);
});

test("an excerpt shows the text around the word, and marks it", () => {
  const long = `${"before ".repeat(40)}needle ${"after ".repeat(40)}`.trim();
  const excerpt = excerptOf(long, "needle");
  expect(excerpt).toMatch(/^… before .*needle.* after …$/);
  expect(excerpt.length).toBeLessThan(220);
  expect(markedPieces("A (b) c", "(b)")).toEqual(["A ", "(b)", " c"]);
});
