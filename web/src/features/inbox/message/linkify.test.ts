import { expect, test } from "vitest";
import { linkify } from "./linkify.ts";

const links = (text: string) => linkify(text).flatMap(({ text: words, href }) => (href ? [[words, href]] : []));

test("addresses become links and every character is kept [INB-17]", () => {
  const text = "See https://x.test/a?b=1, www.y.test or mail ann@z.test.";
  expect(
    linkify(text)
      .map(({ text: words }) => words)
      .join(""),
  ).toBe(text);
  expect(links(text)).toEqual([
    ["https://x.test/a?b=1", "https://x.test/a?b=1"],
    ["www.y.test", "https://www.y.test/"],
    ["ann@z.test", "mailto:ann@z.test"],
  ]);
});

test("a closing bracket belongs to the address if the address opened it", () => {
  expect(links("(see https://x.test/a_(b))")[0]?.[0]).toBe("https://x.test/a_(b)");
  expect(links("(https://x.test/a)")[0]?.[0]).toBe("https://x.test/a");
});

test.each(["javascript:alert(1)", "data:text/html,<script>", "vbscript:x", "https://", "<img src=x onerror=alert(1)>"])(
  "%s does not become a link",
  (text) => expect(links(text)).toEqual([]),
);
