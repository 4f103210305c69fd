import { expect, test } from "vitest";
import { wordsOfHtml } from "./text.ts";

test("the words of HTML are separated, and entities are decoded", () => {
  expect(wordsOfHtml("<p>Gr&uuml;&szlig;e &amp; &#8364; &lt;b&gt;</p><td>a</td><td>b</td><style>x</style>1 < 2")).toBe(
    "Grüße & € <b>\na b 1 < 2",
  );
});

test("a head without an end tag does not hide the words after it", () => {
  const html = "<html><head><title>no</title><style>no</style><body>Hello <header>there</header>";
  expect(wordsOfHtml(html)).toBe("Hello\nthere");
  expect(wordsOfHtml(`<head>no</head>Hello${"<head>".repeat(3)} there`)).toBe("Hello there");
});
