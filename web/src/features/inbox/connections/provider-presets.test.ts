import { expect, test } from "vitest";
import { presetFor } from "./provider-presets.ts";

test("a known address brings its servers and what else one must know", () => {
  expect(presetFor(" Priya@Gmail.com ")).toMatchObject({
    name: "Gmail",
    isKnown: true,
    imap: { host: "imap.gmail.com", port: 993, secure: true },
    pop3: { host: "pop.gmail.com", port: 995, secure: true },
  });
  expect(presetFor("a@yahoo.co.in")?.hint).toContain("app password");
});

test("an unknown domain brings the usual names, as a suggestion only", () => {
  expect(presetFor("me@acme.test")).toMatchObject({ isKnown: false, imap: { host: "imap.acme.test" } });
});

test.each(["", "priya", "priya@", "@gmail.com", "a b@gmail.com", "a@b@gmail.com", "a@gmail.com\nHost: evil"])(
  "%j is no address",
  (text) => expect(presetFor(text)).toBeNull(),
);
