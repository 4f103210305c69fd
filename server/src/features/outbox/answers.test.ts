// The answer to a call, by the row and by the outcome.
import { expect, test } from "vitest";
import { presentOutgoing } from "./own-mail.ts";
import { answerOf, answerOfRow } from "./send-mail.ts";

const [before, now, after] = [new Date(1_000), new Date(2_000), new Date(3_000)];
const row = { id: "1", messageId: "<m>", phase: "queued", error: null, nextAt: after, undoUntil: null, attempts: 0 };
const told = (changes: object) => answerOfRow({ ...row, ...changes } as never);

test("a repeated call gets the outcome of its mail [SND-01]", () => {
  const known = { id: "1", messageId: "<m>" };
  expect(told({})).toEqual({ ...known, status: "queued", sendAt: after });
  expect(told({ undoUntil: after })).toEqual({ ...known, status: "queued", sendAt: after, undoUntil: after });
  expect(told({ undoUntil: before, attempts: 1, error: "451" })).toEqual({
    ...known,
    status: "queued",
    sendAt: after,
    detail: "451",
  });
  for (const phase of ["connecting", "data_sent"]) expect(told({ phase })).toEqual({ ...known, status: "queued" });
  expect(told({ phase: "sent", undoUntil: before })).toEqual({ ...known, status: "sent" });
  expect(() => told({ phase: "failed", error: "550" })).toThrow("550");
  expect(() => told({ phase: "failed" })).toThrow("Failed to send");
  expect(() => told({ phase: "cancelled" })).toThrow("This mail was taken back.");
});

test("a mail is Sent only if the server accepted it; without an outcome it is queued [SND-03]", () => {
  expect(answerOf("<m>", undefined)).toEqual({
    messageId: "<m>",
    status: "queued",
    detail: "The server has not answered yet.",
  });
  expect(answerOf("<m>", { phase: "sent", note: null })).toEqual({ messageId: "<m>", status: "sent" });
  expect(answerOf("<m>", { phase: "sent", note: "Not delivered to b" })).toMatchObject({
    detail: "Not delivered to b",
  });
  expect(() => answerOf("<m>", { phase: "failed", error: "550" })).toThrow("550");
  const [from, waiting] = [Date.now(), answerOf("<m>", { phase: "queued", error: "451", delaySeconds: 30 })];
  expect(waiting).toMatchObject({ status: "queued", detail: "451" });
  expect(Number(waiting.sendAt)).toBeGreaterThanOrEqual(from + 30_000);
  expect(Number(waiting.sendAt)).toBeLessThanOrEqual(Date.now() + 30_000);
});

test.each([
  [{}, "scheduled"],
  [{ nextAt: now }, "sending"],
  [{ attempts: 1, error: "451" }, "waiting"],
  [{ phase: "connecting" }, "sending"],
  [{ phase: "data_sent" }, "sending"],
  [{ phase: "failed", error: "550 no" }, "failed"],
  [{ phase: "failed", error: "Delivery unconfirmed: the mail was handed over." }, "unconfirmed"],
])("in the Outbox a mail with %j is %s", (changes, state) => {
  const shown = presentOutgoing({ ...row, ...changes } as never, now);
  expect([shown.state, shown.sendAt !== null]).toEqual([state, !("phase" in changes)]);
});
