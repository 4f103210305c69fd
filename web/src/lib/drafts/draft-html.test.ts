import { expect, test } from "vitest";
import { draftHtml } from "./draft-html.ts";

test("paragraphs, lines and lists of a draft become HTML", () => {
  expect(draftHtml("Dear Priya,\n\nThree points:\n- one\n- two\n\n1. first\n2) second\n\nRegards,\nAarav\n")).toBe(
    "<p>Dear Priya,</p><p>Three points:</p><ul><li><p>one</p></li><li><p>two</p></li></ul>" +
      "<ol><li><p>first</p></li><li><p>second</p></li></ol><p>Regards,<br>Aarav</p>",
  );
});

test("markup in the text of a model is escaped", () => {
  expect(draftHtml('<img src=x onerror="alert(1)"> & more')).toBe(
    "<p>&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; more</p>",
  );
  expect(draftHtml(" \n ")).toBe("<p></p>");
});
