import { afterEach, expect, test } from "vitest";
import { fill } from "./fill.ts";
import { languages } from "./language.ts";
import { parseMessage } from "./parse-message.ts";
import { t } from "./t.ts";
import { setTranslator } from "./translator.ts";

const english = { language: () => "en" as const, find: () => undefined };
afterEach(() => setTranslator(english));

test("a message without values is taken as it stands", () => {
  expect(t("Don't use {braces} or <tags>")).toBe("Don't use {braces} or <tags>");
});

test("values are inserted as they are, and numbers are grouped", () => {
  expect(t("{name} can't open it: {reason}", { name: "<b>{x}</b>", reason: "'{'" })).toBe(
    "<b>{x}</b> can't open it: '{'",
  );
  expect(t("{count} mails", { count: 123456 })).toBe("1,23,456 mails");
  expect(t("From {who}", { who: undefined })).toBe("From ");
});

test("plurals, exact numbers and choices", () => {
  const words = "{count, plural, =0 {no mail} one {# mail} other {# mails}} for {who, select, you {you} other {them}}";
  expect(t(words, { count: 0, who: "you" })).toBe("no mail for you");
  expect(t(words, { count: 1, who: "x" })).toBe("1 mail for them");
  expect(t(words, { count: 2, who: "you" })).toBe("2 mails for you");
});

test("a translation is found by its text, and by its context if the text has two meanings", () => {
  const found: Record<string, string> = { Open: "खुला", "[verb] Open": "खोलें", "{n} left": "{n} शेष" };
  setTranslator({ language: () => "hi", find: (key) => found[key] });
  expect(t("Open")).toBe("खुला");
  expect(t("Open", undefined, "verb")).toBe("खोलें");
  expect(t("{n} left", { n: 3 })).toBe("3 शेष");
  expect(t("Not in the catalogue")).toBe("Not in the catalogue");
});

test("Arabic chooses among six plural forms", () => {
  setTranslator({ language: () => "ar", find: () => undefined });
  const message = "{n, plural, zero {Z} one {O} two {T} few {F} many {M} other {X}}";
  expect([0, 1, 2, 3, 11, 100].map((n) => t(message, { n })).join("")).toBe("ZOTFMX");
});

test("tags are kept apart from values that look like tags", () => {
  const tokens = parseMessage("Read <a>the {what}</a> first");
  expect(tokens).toEqual(["Read ", ["<", "a", ["the ", ["what"]]], " first"]);
  expect(fill(tokens, { what: "<b>guide</b>" })).toBe("Read the <b>guide</b> first");
});

test("every language names itself and its direction", () => {
  for (const { code, name, dir, format } of languages) {
    expect(name).not.toBe("");
    expect(["ltr", "rtl"]).toContain(dir);
    expect(Intl.DateTimeFormat.supportedLocalesOf(format)).toEqual([format]);
    expect(format.startsWith(code)).toBe(true);
  }
});
