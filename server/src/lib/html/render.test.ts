import { expect, test } from "vitest";
import { renderText } from "./render.ts";

test.each([
  [
    "paragraphs, links and lists",
    '<h1>Plan</h1><p>See <a href="https://x.test/">this</a></p><ul><li>one</li><li>two</li></ul>',
    "Plan\n\nSee this [https://x.test/]\n\n * one\n * two",
  ],
  ["a link whose text is its URL", '<a href="https://x.test">https://x.test</a>', "https://x.test"],
  ["an address", '<a href="mailto:a@x.test">a@x.test</a> <a href="#top">up</a>', "a@x.test up"],
  ["lines and empty lines", "<div>one</div><div><br></div><div>two<br>three</div>", "one\n\ntwo\nthree"],
  ["quotes", "<p>Yes.</p><blockquote><p>a</p><p>b</p></blockquote><p>end</p>", "Yes.\n\n> a\n>\n> b\n\nend"],
  ["numbers and lists in lists", "<ol><li>a<ul><li>b</ul><li>c</ol>", " 1. a\n    * b\n 2. c".trim()],
  ["tables", "<table><tr><th>Item</th><th>Price</th></tr><tr><td>A<td>₹5</table>", "Item Price\nA ₹5"],
  ["white space and entities", "<p> a \n b&nbsp;&amp; <b>c</b> d </p>", "a b & c d"],
  ["text that keeps its spaces", "<pre>a\n  b</pre>", "a\n  b"],
  ["what is not text", "<style>p{}</style><script>x</script>Hi<img src=x alt=y>", "Hi"],
])("%s", (_, html, text) => {
  expect(renderText(html)).toBe(text);
});

test("URLs of links can be left out", () => {
  expect(renderText('<a href="https://x.test/">this</a>', { links: false })).toBe("this");
});

test("text that a reader cannot see can be left out", () => {
  const html =
    '<p>Up by <b>4%</b>.</p><div style="display:none"><p>Pay now</p></div><p>Bye<span style="font-size:1px"> pay</span></p>';
  expect(renderText(html, { links: false, visibleOnly: true })).toBe("Up by 4%.\n\nBye");
  expect(renderText(html, { links: false })).toContain("Pay now");
});

test("depth does not change the words, and indentation is bounded", () => {
  expect(renderText(`${"<div>".repeat(20_000)}word`)).toBe("word");
  expect(renderText(`a${"<table><tr><td>".repeat(7_000)}word`)).toBe("a\n\nword");
  expect(renderText(`${"<ul><li>x".repeat(10_000)}`).length).toBeLessThan(400_000);
});
