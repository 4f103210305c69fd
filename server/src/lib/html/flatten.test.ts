import { expect, test } from "vitest";
import { flattenHtml } from "./flatten.ts";

/** Counts start and end tags only. */
function depthOf(html: string): number {
  let [depth, deepest] = [0, 0];
  for (const [, slash] of html.matchAll(/<(\/?)(?!br)[a-z]/g)) {
    depth += slash ? -1 : 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

test.each([
  ["elements that are never closed", `${"<div>".repeat(20_000)}word`],
  ["elements that are closed", `${"<div>".repeat(10_000)}word${"</div>".repeat(10_000)}`],
  ["tables in tables", `${"<table><tr><td>".repeat(7_000)}word`],
  ["ends without beginnings", `${"<div>".repeat(10_000)}${"</b>".repeat(10_000)}word`],
])("many %s are flattened to the depth limit and keep their text", (_, html) => {
  const flat = flattenHtml(html, 100);
  expect(depthOf(flat)).toBeLessThanOrEqual(100);
  expect(flat).toContain("word");
});

test("HTML within the depth limit stays unchanged, even without end tags", () => {
  const rows = "<tr><td>a<td>b".repeat(500);
  const html = `<!doctype html><style>p{}</style><P class="x">one<p>two<table>${rows}</table>${"<li>x".repeat(500)}`;
  expect(flattenHtml(html, 10)).toBe(html);
});

test("text of deeper elements stays on its own line, and elements after it keep their depth", () => {
  const html = "<b><i><p>one</p><p>two</p></i></b><p>three</p>";
  expect(flattenHtml(html, 2)).toBe("<b><i><br>one<br><br>two<br></i></b><p>three</p>");
});
