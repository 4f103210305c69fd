import { expect, test } from "vitest";
import { textOf } from "#lib/guide-nodes.ts";
import { readReleases } from "../../../guide-pages.ts";
import { inline, readMarkdown } from "../../../markdown.ts";

test("headings get the anchors that GitHub gives them, and repeated ones a number", () => {
  const nodes = readMarkdown("# One\n\n## Back up & restore\n\n## `in:` and more\n\n## Back up & restore\n");
  expect(nodes.map((node) => (typeof node !== "string" && "id" in node ? node.id : null))).toEqual([
    "one",
    "back-up--restore",
    "in-and-more",
    "back-up--restore-1",
  ]);
});

test("lists keep their nested lists, their wrapped lines and their kind", () => {
  const [list] = readMarkdown("1. first\n   goes on\n   - inner **bold**\n2. second");
  expect(list).toEqual({
    tag: "ol",
    children: [
      {
        tag: "li",
        children: [
          "first goes on",
          {
            tag: "ul",
            children: [{ tag: "li", children: ["inner ", { tag: "strong", children: ["bold"] }] }],
          },
        ],
      },
      { tag: "li", children: ["second"] },
    ],
  });
});

test("a table has its head, its rows, and bars that are escaped", () => {
  expect(readMarkdown("| a | b |\n|---|---|\n| `x` | one \\| two |\n")).toEqual([
    { tag: "table", head: [["a"], ["b"]], rows: [[[{ tag: "code", children: ["x"] }], ["one | two"]]] },
  ]);
});

test("code is taken as it is, also if it looks like a list, a table or HTML", () => {
  expect(readMarkdown("```sh\n- <b>\n| x |\n\n# no heading\n```\nAfter")).toEqual([
    { tag: "pre", children: ["- <b>\n| x |\n\n# no heading"] },
    { tag: "p", children: ["After"] },
  ]);
  expect(inline("write `<b>` here")).toEqual(["write ", { tag: "code", children: ["<b>"] }, " here"]);
});

test("pictures and links have their addresses, and a lone star is a star", () => {
  expect(inline("![A list](a.webp) and [`x`](b.md#c) 2 * 3")).toEqual([
    { tag: "img", src: "a.webp", alt: "A list" },
    " and ",
    { tag: "a", href: "b.md#c", children: [{ tag: "code", children: ["x"] }] },
    " 2 * 3",
  ]);
});

test.each(["<script>alert(1)</script>", "a <img src=x onerror=y> b", "<!-- note -->"])(
  "HTML is refused: %s",
  (text) => {
    expect(() => readMarkdown(text)).toThrow("The guide has HTML");
  },
);

test("the changelog is read by release and kind, and the newest is this version", () => {
  const releases = readReleases(
    "# Changelog\n\nIntro.\n\n## Unreleased\n\n### Added\n- One `x`.\n\n- Two.\n\n## 0.1.0\n\nFirst.\n",
  );
  expect(
    releases.map(({ name, groups }) => [name, groups.map((group) => [group.title, group.entries.map(textOf)])]),
  ).toEqual([
    ["This version", [["Added", ["One x.", "Two."]]]],
    ["Version 0.1.0", [["", ["First."]]]],
  ]);
});
