import { expect, test } from "vitest";
import { subjectOf } from "./subject.ts";

test("a subject is a short phrase in the mail's own words", () => {
  const body =
    "Hi Rick,\n\nattached is the historical headcount report that you asked for. Let me know if you need anything else.\n\nKevin";
  const subject = subjectOf(body);
  expect(subject.toLowerCase()).toContain("headcount report");
  expect(subject.split(/\s+/).length).toBeLessThanOrEqual(9);
});

test("greeting and signature are never the subject", () => {
  expect(subjectOf("Dear Tom,\n\nWe have to postpone the budget review.\n\nKind regards,\nSupport Team")).toMatch(
    /budget review/i,
  );
});

test("a subject that the text states is used", () => {
  expect(subjectOf("Subject: Move to the new office\n\nDear all, we move in May.")).toBe("Move to the new office");
});

test("merge tokens are kept as they are", () => {
  expect(subjectOf("Renewal offer for {Company}")).toContain("{Company}");
});

test("text in another script gives its first sentence", () => {
  expect(subjectOf("会议改到星期五。")).toContain("会议");
});

test("no text gives no subject", () => {
  expect(subjectOf("")).toBe("");
});
