import { isUnwritten } from "@intellibox/contract/rules/unwritten";
import { expect, test } from "vitest";
import { wordCount } from "./html-text.ts";
import { fillTokens, fillTokensIn, ownWords, splitQuoted, unfilledIn, withQuoted, withSignature } from "./outgoing.ts";

const signature = "<p>Best,<br>Ana &amp; team</p>";
const times = (text: string, part: string) => text.split(part).length - 1;

test("the signature is appended once, however often a mail is signed", () => {
  const once = withSignature("<p>Hello</p>", signature);
  expect(times(once, "Ana &amp; team")).toBe(1);
  expect(withSignature(once, signature)).toBe(once);
  expect(withSignature("<p>Hello</p><p>Best,<br>Ana &amp; team</p>", signature)).toBe(
    "<p>Hello</p><p>Best,<br>Ana &amp; team</p>",
  );
});

test("an empty signature adds nothing", () => {
  expect(withSignature("<p>Hello</p>", "")).toBe("<p>Hello</p>");
  expect(withSignature("<p>Hello</p>", "<p> </p>")).toBe("<p>Hello</p>");
});

test("in a reply the signature is above the quoted original, even if that contains it [SET-14]", () => {
  const reply = withQuoted("<p>Yes.</p>", "See you.\n\nBest,\nAna & team");
  const signed = withSignature(reply, signature);
  expect(signed.indexOf("data-intellibox")).toBeGreaterThan(signed.indexOf("Yes."));
  expect(signed.indexOf("data-intellibox")).toBeLessThan(signed.indexOf("<blockquote"));
  expect(withSignature(signed, signature).match(/data-intellibox/g)).toHaveLength(1);
});

test("the original is quoted once, as text or as HTML", () => {
  const once = withQuoted("<p></p>", "a < b\nsecond line");
  expect(once).toContain("a &lt; b<br>second line");
  expect(withQuoted(once, "again")).toBe(once);
  expect(withQuoted("<p>x</p>", "<div>Hi <b>you</b></div>")).toContain("<div>Hi <b>you</b></div>");
  expect(withQuoted("<p>x</p>", "  ")).toBe("<p>x</p>");
  expect(withQuoted("<p>x</p>", "Anita <anita@example.com> wrote:\nuse <b> tags")).toContain("use &lt;b&gt; tags");
  expect(splitQuoted(once).own).toBe("<p></p>");
});

test("a reply with the quote only is not written", () => {
  expect(isUnwritten(withQuoted("<p></p>", "original"))).toBe(true);
  expect(isUnwritten(withQuoted("<p>ok</p>", "original"))).toBe(false);
  expect(isUnwritten(`${withQuoted("<p></p>", "original")}<p>below</p>`)).toBe(false);
});

test("tokens left in subject and text are found, those in the quoted original are not [SND-22]", () => {
  const html = withQuoted("<p>Dear {FirstName}, about {Company}</p>", "Hello {City}");
  expect(unfilledIn("Offer for {FirstName}", html)).toEqual(["{FirstName}", "{Company}"]);
  expect(unfilledIn("Offer", "<p>Dear Priya</p>")).toEqual([]);
});

test("placeholders are filled in the writer's text, not in the quoted original [SND-22]", () => {
  const html = withQuoted("<p>Dear {FirstName}, {FirstName} &amp; [accept or decline]</p>", "Hello {FirstName}");
  const values = new Map([
    ["{FirstName}", "Ana <$&>"],
    ["[accept or decline]", "accept"],
  ]);
  const filled = fillTokensIn(html, values);
  expect(filled).toContain("<p>Dear Ana &lt;$&amp;&gt;, Ana &lt;$&amp;&gt; &amp; accept</p>");
  expect(filled).toContain("Hello {FirstName}");
  expect(fillTokens("For {FirstName}", values)).toBe("For Ana <$&>");
});

test("words are counted without the quoted original [CMP-21] [VAL-10]", () => {
  expect(wordCount(ownWords(`${withQuoted("<p>Yes, agreed.</p>", "one two three")}<p>Below</p>`))).toBe(3);
});

test("a reply that continues below the quote is signed there", () => {
  const html = `${withQuoted("<p></p>", "one\n\ntwo")}<p>Below</p>`;
  const signed = withSignature(html, signature);
  expect(signed.indexOf("data-intellibox")).toBeGreaterThan(signed.indexOf("Below"));
  expect(splitQuoted(signed).quoted).toContain("two");
});
