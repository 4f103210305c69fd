import { expect, test } from "vitest";
import { presetFor } from "./provider-presets.ts";

test("an address of a known provider gives its servers and a hint", () => {
  expect(presetFor(" Priya@Gmail.com ")).toMatchObject({
    name: "Gmail",
    isKnown: true,
    imap: { host: "imap.gmail.com", port: 993, secure: true },
    pop3: { host: "pop.gmail.com", port: 995, secure: true },
  });
  expect(presetFor("a@yahoo.co.in")?.hint).toContain("app password");
});

test("an unknown domain gives the usual host names as a suggestion", () => {
  expect(presetFor("me@acme.test")).toMatchObject({ isKnown: false, imap: { host: "imap.acme.test" } });
});

test.each(["", "priya", "priya@", "@gmail.com", "a b@gmail.com", "a@b@gmail.com", "a@gmail.com\nHost: evil"])(
  "%j is not an address",
  (text) => expect(presetFor(text)).toBeNull(),
);
