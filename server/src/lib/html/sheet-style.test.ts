import { visibleTextOf } from "@intellibox/contract/html/visible";
import { expect, test } from "vitest";
import { sheetStyle } from "./sheet-style.ts";

const read = (html: string) => visibleTextOf(html, sheetStyle(html));

test.each([
  [".x{display:none}", '<p class="a x">SECRET</p>'],
  ["#x{visibility:hidden}", "<p id=x>SECRET</p>"],
  ["p.x, td.y{font-size:0!important}", '<p class="x" style="font-size:20px">SECRET</p>'],
  [".x span{color:#fff}", '<div class="x"><b><span>SECRET</span></b></div>'],
  ["div > .x{opacity:0}", '<div><p class="x"><b>SECRET</b></p></div>'],
  ["@media screen{.x{display:none}}", '<p class="x">SECRET</p>'],
  ["p{color:red} .x{position:absolute;left:-9999px}", '<p class="x">SECRET</p>'],
  ["*{display:none} p{display:block}", "<i>SECRET</i>"],
  ["@layer base{.x{display:none}}", '<p class="x">SECRET</p>'],
  ["@supports (display:grid) and (gap:1px){.x{display:none}}", '<p class="x">SECRET</p>'],
])("text that the sheet hides is hidden: %s", (css, html) => {
  const { visible, hidden } = read(`<head><style>${css}</style></head><p>Hello</p>${html}<p>world</p>`);
  expect(visible).toContain("world");
  expect(visible).not.toContain("SECRET");
  expect(hidden).toContain("SECRET");
});

test.each([
  ["@media (max-width:600px){.x{display:none}}", '<p class="x">SEEN</p>'],
  [".x:hover{display:none}", '<p class="x">SEEN</p>'],
  ["@supports (-ms-ime-align:auto){.x{display:none}}", '<p class="x">SEEN</p>'],
  [".x{display:none} .x{display:block}", '<p class="x">SEEN</p>'],
  [".x{display:none}", '<p class="x" style="display:block">SEEN</p>'],
  ["p.x{display:block} .x{display:none}", '<p class="x">SEEN</p>'],
  [".y .x{display:none}", '<div class="y"></div><p class="x">SEEN</p>'],
  ["div > .x{display:none}", '<div><b><i class="x">SEEN</i></b></div>'],
  [".x{background:#000} .x b{color:#fff}", '<p class="x"><b>SEEN</b></p>'],
])("text that the sheet does not hide is read: %s", (css, html) => {
  expect(read(`<style>${css}</style><p>Hello</p>${html}`).visible).toContain("SEEN");
});

test("matching a hostile sheet takes a bounded number of steps", () => {
  const rules = Array.from({ length: 3_000 }, (_, at) => `.a .b${at} .a{display:none}`).join("");
  const html = `<style>${rules}</style>${'<i class="a">'.repeat(20_000)}SEEN`;
  expect(read(html).visible).toBe("SEEN");
});
