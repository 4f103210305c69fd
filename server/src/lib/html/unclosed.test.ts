import { visibleTextOf } from "@intellibox/contract/html/visible";
import { expect, test } from "vitest";
import { sanitizeHtml } from "./sanitize.ts";
import { withoutUnclosed } from "./unclosed.ts";

const mails = [
  "<p>Before</p><object data=x><p>After</p>",
  "<p>Before</p><NOSCRIPT><p>After</p>",
  "<p>Before</p><object><object>gone</object><p>After</p>",
];

test.each(mails)("the text after an object or noscript without an end tag is shown: %s", (html) => {
  const shown = sanitizeHtml(html, { remoteImages: "block" }).html;
  expect(shown).toContain("<p>After</p>");
  expect(shown).not.toMatch(/object|noscript|gone/i);
});

test("text after them is read too, and their content is left out if they are closed", () => {
  expect(visibleTextOf("<p>Before</p><object data=x><p>After</p>").visible).toMatch(/^Before\s+After$/);
  expect(visibleTextOf("<p>Before</p><noscript><p>After</p>").visible).toMatch(/^Before\s+After$/);
  expect(visibleTextOf("Before<object>gone</object>After").visible).toBe("BeforeAfter");
});

test("closed elements stay as they are, and removing a tag cannot make a new one that is kept", () => {
  const closed = "<object><p>x</p></object><noscript>y</noscript>";
  expect(withoutUnclosed(closed)).toBe(closed);
  const { html } = sanitizeHtml("<scr<object>ipt>alert(1)</script><p>Hi</p>", { remoteImages: "block" });
  expect(html).not.toContain("script");
});

test("many start tags without an end are read in linear time", () => {
  expect(visibleTextOf(`${"<object>".repeat(50_000)}Hi`).visible).toBe("Hi");
});
