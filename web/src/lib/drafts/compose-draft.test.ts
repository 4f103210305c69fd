import { expect, test } from "vitest";
import { sessionOf } from "#test/people.ts";
import { saveSession } from "../session/session.ts";
import {
  clearComposeDraft,
  composeDefaults,
  composeSample,
  isUntouched,
  readComposeDraft,
  writeComposeDraft,
} from "./compose-draft.ts";

const key = "intellibox.compose.draft";
const keep = (value: unknown) => localStorage.setItem(key, typeof value === "string" ? value : JSON.stringify(value));

test("without a draft the form contains nothing that the user did not enter [CMP-34]", () => {
  expect(readComposeDraft()).toEqual({
    intent: "",
    tone: "professional",
    extra: "",
    to: "",
    subject: "",
    bodyHtml: "<p></p>",
  });
  expect(composeSample).toEqual({
    intent: "Follow up on our proposal",
    extra: "We met last Tuesday. The offer is valid until the end of the month.",
    to: "priya@example.com",
  });
});

test("a form with any input does not count as untouched", () => {
  expect(isUntouched(readComposeDraft())).toBe(true);
  for (const change of [{ intent: "x" }, { to: "a@b.c" }, { tone: "friendly" as const }, { bodyHtml: "<p>x</p>" }])
    expect(isUntouched({ ...composeDefaults, ...change })).toBe(false);
});

test("each field of a saved draft is restored, or falls back to its default [CMP-30]", () => {
  keep({ intent: "Ask for a quote", tone: "friendly", to: "", bodyHtml: "<p>Hi</p>" });
  expect(readComposeDraft()).toEqual({
    ...composeDefaults,
    intent: "Ask for a quote",
    tone: "friendly",
    to: "",
    bodyHtml: "<p>Hi</p>",
  });
  keep({ intent: 7, tone: "angry", extra: null, to: ["a@b.c"], subject: {}, bodyHtml: "" });
  expect(readComposeDraft()).toEqual(composeDefaults);
});

test.each(["{", "null", "[]", '"text"', "7", ""])("the invalid draft %j is ignored silently [CMP-31]", (broken) => {
  keep(broken);
  expect(readComposeDraft()).toEqual(composeDefaults);
});

test("the whole draft is written under its key, and cleared from it [CMP-33]", () => {
  writeComposeDraft({ ...composeDefaults, subject: "Terms" });
  expect(JSON.parse(localStorage.getItem(key) ?? "")).toEqual({ ...composeDefaults, subject: "Terms" });
  clearComposeDraft();
  expect(localStorage.getItem(key)).toBeNull();
});

test("another user's draft on a shared computer is not shown", () => {
  const priya = sessionOf("NORMAL_USER");
  saveSession(priya);
  writeComposeDraft({ ...composeDefaults, subject: "Salary" });
  expect(readComposeDraft().subject).toBe("Salary");
  saveSession({ ...priya, user: { ...priya.user, _id: "01890000-0000-7000-8000-000000000077" } });
  expect(readComposeDraft()).toEqual(composeDefaults);
});
