import { expect, test } from "vitest";
import { htmlToText, isBlank, wordCount } from "./html-text.ts";

test("words are counted in the plain text, split on whitespace [VAL-10]", () => {
  expect(wordCount("<p>Dear <strong>Pri</strong>ya,</p><p>thank   you</p>")).toBe(4);
  expect(wordCount("<ul><li><p>one</p></li><li><p>two</p></li></ul>")).toBe(2);
  expect(wordCount("<p>a<br>b&nbsp;c</p>")).toBe(3);
  expect(wordCount('<p>an <a href="https://e.example/?a>b" title="x y">of<em>fer</em></a></p>')).toBe(2);
  expect(wordCount("<!-- a b c --><p>word</p>")).toBe(1);
  expect(wordCount("<style>p { color: red }</style><p>word</p>")).toBe(1);
});

test.each(["", "<p></p>", "<p> </p>", "<p>&nbsp;</p><p><br></p>"])("%j counts no words [VAL-11]", (html) => {
  expect(wordCount(html)).toBe(0);
  expect(isBlank(html)).toBe(true);
});

test("the text keeps paragraphs, lines, lists and their numbers", () => {
  const html =
    "<p>Dear Priya,</p><p>one<br>two</p><ul><li><p>a</p></li><li><p>b</p></li></ul><ol><li>c</li><li>d</li></ol><p>Bye</p>";
  expect(htmlToText(html)).toBe("Dear Priya,\n\none\ntwo\n\n- a\n- b\n\n1. c\n2. d\n\nBye");
});
