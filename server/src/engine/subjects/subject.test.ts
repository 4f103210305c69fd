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

test.each([
  ["The judge moved the hearing from 2 June to 26 May, so we are late.", "Hearing moved to 26 May"],
  ["Your loan application 5521 was approved today: EUR 85,000 over ten years.", "Loan application 5521 approved"],
  ["We have postponed the kick-off to 4 June.", "Kick-off postponed to 4 June"],
  ["The office will be closed on Friday.", "Office closed on Friday"],
  ["The class trip to the science museum takes place on Thursday, 21 May.", "Class trip to the science museum, 21 May"],
  ["The auditors are in the house from 1 to 5 June.", "Auditors in house from 1 to 5 June"],
  ["The air conditioning in room 207 did not work.", "Air conditioning in room 207 not working"],
  ["Die Prüfung der Aufzüge wurde auf den 3. Juni verschoben.", "Prüfung der Aufzüge auf den 3. Juni verschoben"],
  [
    "La livraison des 200 chaises est repoussée au 20 mai à cause d'une panne.",
    "Livraison des 200 chaises repoussée au 20 mai",
  ],
  ["La oficina permanecerá cerrada el viernes 15 de mayo.", "Oficina cerrada el viernes 15 de mayo"],
])("a subject says what happened, with its date: %s", (body, subject) => {
  expect(subjectOf(`Hello,\n\n${body}`)).toBe(subject);
});

test("a subject ends with a whole word group", () => {
  expect(subjectOf("Press 4 needs maintenance on Saturday 16 May from 06:00.")).not.toMatch(/Saturday 16$/);
});

test("the subject of a forward is that of the mail that is passed on", () => {
  const body =
    "Can you take this?\n\n---------- Forwarded message ---------\nFrom: T. Roig\nDate: 12 May\nSubject: x\nTo: Ada\n\nThe delivery of the steel beams is delayed by two weeks.";
  expect(subjectOf(body)).toBe("Delivery of the steel beams delayed by two weeks");
});
