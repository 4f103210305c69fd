import { expect, test } from "vitest";
import { flattenHtml } from "./flatten.ts";

/** Counted by the marks alone, as the simplest parser would. */
function depthOf(html: string): number {
  let [depth, deepest] = [0, 0];
  for (const [, slash] of html.matchAll(/<(\/?)(?!br)[a-z]/g)) {
    depth += slash ? -1 : 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

test.each([
  ["elements that nobody closes", `${"<div>".repeat(20_000)}word`],
  ["elements that are closed", `${"<div>".repeat(10_000)}word${"</div>".repeat(10_000)}`],
  ["tables in tables", `${"<table><tr><td>".repeat(7_000)}word`],
  ["ends without beginnings", `${"<div>".repeat(10_000)}${"</b>".repeat(10_000)}word`],
])("many %s come out no deeper than allowed, with their words", (_, html) => {
  const flat = flattenHtml(html, 100);
  expect(depthOf(flat)).toBeLessThanOrEqual(100);
  expect(flat).toContain("word");
});

test("what is not too deep stays to the byte, also where ends are left out", () => {
  const rows = "<tr><td>a<td>b".repeat(500);
  const html = `<!doctype html><style>p{}</style><P class="x">one<p>two<table>${rows}</table>${"<li>x".repeat(500)}`;
  expect(flattenHtml(html, 10)).toBe(html);
});

test("words of deeper elements stay on lines of their own, and what follows them is not deeper", () => {
  const html = "<b><i><p>one</p><p>two</p></i></b><p>three</p>";
  expect(flattenHtml(html, 2)).toBe("<b><i><br>one<br><br>two<br></i></b><p>three</p>");
});
