import { expect, test } from "vitest";
import { beginningOfMail } from "./beginning-of-mail.ts";

test("a style sheet does not use up the characters of the words, and stays with them", () => {
  const sheet = `<style>${".a{color:red}".repeat(2_000)} .hide{display:none}</style>`;
  const mail = `<head>${sheet}</head><p class="hide">Hidden</p>${"<p>word</p>".repeat(1_000)}`;
  const beginning = beginningOfMail(mail, 100);
  expect(beginning).toMatch(/^<style>/);
  expect(beginning).toContain(".hide{display:none}");
  expect(beginning).toContain('<p class="hide">Hidden</p>');
  expect(beginning.length).toBe(sheet.length + 100);
  expect(beginningOfMail("plain words", 5)).toBe("plain");
  expect(beginningOfMail("short", 100)).toBe("short");
});
