import { expect, test } from "vitest";
import { draftHtml } from "./draft-html.ts";

test("a draft's paragraphs, lines and lists become the editor's", () => {
  expect(draftHtml("Dear Priya,\n\nThree points:\n- one\n- two\n\n1. first\n2) second\n\nRegards,\nAarav\n")).toBe(
    "<p>Dear Priya,</p><p>Three points:</p><ul><li><p>one</p></li><li><p>two</p></li></ul>" +
      "<ol><li><p>first</p></li><li><p>second</p></li></ol><p>Regards,<br>Aarav</p>",
  );
});

test("what a model wrote stays text, whatever it looks like", () => {
  expect(draftHtml('<img src=x onerror="alert(1)"> & more')).toBe(
    "<p>&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; more</p>",
  );
  expect(draftHtml(" \n ")).toBe("<p></p>");
});
