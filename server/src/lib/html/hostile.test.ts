import { expect, test } from "vitest";
import { hostileHtml } from "#test/hostile-html.ts";
import { dangersIn } from "#test/html-dangers.ts";
import { sanitizeHtml } from "./sanitize.ts";

const counted = ["shift", "unshift", "indexOf", "includes"] as const;

/** Runs the work, and counts the elements that array methods move or look at: the parser keeps its open elements in an array. */
function movedBy(work: () => void): number {
  let moved = 0;
  const own = counted.map((name) => [name, Object.getOwnPropertyDescriptor(Array.prototype, name)] as const);
  for (const [name, descriptor] of own) {
    const value = function (this: unknown[], ...given: unknown[]) {
      moved += this.length;
      return descriptor?.value.apply(this, given);
    };
    Object.defineProperty(Array.prototype, name, { ...descriptor, value });
  }
  try {
    work();
  } finally {
    for (const [name, descriptor] of own) if (descriptor) Object.defineProperty(Array.prototype, name, descriptor);
  }
  return moved;
}

/** Long enough that work which grows with the depth is many times more. Only elements in SVG and the like were not bounded before. */
const sizeOf = (name: string) => (/svg|math|deep|nested (?:template|object)/.test(name) ? 40_000 : 4_000);
/** For each tag: the lists of names that the sanitizer looks through, and the depth limit of the parser. */
const maxMoved = 2_000;

test.each(hostileHtml)("the work for hostile HTML grows with its length only: $name", ({ name, make }) => {
  const html = make(sizeOf(name));
  let clean = "";
  const moved = movedBy(() => {
    clean = sanitizeHtml(html, { remoteImages: "block" }).html;
  });
  expect(dangersIn(clean)).toEqual([]);
  expect(moved).toBeLessThan(maxMoved * html.split("<").length + 100 * html.length);
});

test("styles are read up to a limit, and the words after it stay", () => {
  const mail = Array.from({ length: 60 }, (_, at) => `<p style="${"color:red;".repeat(1_900)}width:${at}px">word</p>`);
  const { html } = sanitizeHtml(mail.join(""), { remoteImages: "block" });
  expect(html.split("style=").length - 1).toBe(52);
  expect(html.split("word").length - 1).toBe(60);
});
