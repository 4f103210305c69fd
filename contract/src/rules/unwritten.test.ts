import { expect, test } from "vitest";
import { isUnwritten } from "./unwritten.ts";

test.each([
  "",
  " \n",
  "<p></p>",
  "<p><br></p>",
  "<p>&nbsp;</p>",
  "<p>&#160;&#x200B;&zwnj;&ZeroWidthSpace;</p>",
  "<p>\u200b\u200d\ufeff\u2060\u00ad</p>",
  "<table><tbody><tr><td></td><td> </td></tr></table>",
  "<!-- hello --><style>p { color: red }</style><div><br/></div>",
  "<head><title>x</title></head><p></p>",
  "<p><img></p>",
  '<img alt="x" src="">',
  '<p style="display:none">hidden</p>',
  '<div style="visibility: hidden"><p>hidden</p></div>',
  '<span style="font-size:0">hidden</span>',
  '<p style="opacity:0">hidden</p>',
  '<p style="color:#fff;background:#ffffff">hidden</p>',
  '<div style="background-color:black"><span style="color:rgb(0,0,0)">hidden</span></div>',
  "<p hidden>hidden</p>",
  '<div style="display:none"><blockquote data-quoted="original">They</blockquote>hidden</div>',
  '<p></p><blockquote data-quoted="original"><p>They</p><blockquote>before</blockquote></blockquote><p></p>',
])("%j counts as empty [VAL-03]", (html) => {
  expect(isUnwritten(html)).toBe(true);
});

test.each([
  "x",
  "<p>.</p>",
  "<p>&amp;</p>",
  // Beyond the last character that there is.
  "<p>&#x110000;</p>",
  "<p>&#1114112;</p>",
  "<p>&#x10ffff;</p>",
  "a < b",
  '<p style="display:none">hidden</p><p>shown</p>',
  '<div style="background:#000"><span style="color:#fff">shown</span></div>',
  '<p title="hidden">shown</p>',
  "<",
  "👍",
  "<p>نعم</p>",
  '<p><img src="data:image/png;base64,AA=="></p>',
  '<p>ok</p><blockquote data-quoted="original">They</blockquote>',
  '<blockquote data-quoted="original"><blockquote>They</blockquote></blockquote><p>below</p>',
  "<blockquote>Somebody else's words, quoted by hand</blockquote>",
])("%j does not count as empty", (html) => {
  expect(isUnwritten(html)).toBe(false);
});
