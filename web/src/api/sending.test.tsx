import { outbox } from "@intellibox/contract/endpoints/outbox";
import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { saveSession } from "#lib/session.ts";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import type { Mail } from "./outbox.ts";
import { useSending } from "./sending.ts";

const mail: Mail = {
  to: "priya@example.com",
  subject: "Terms",
  html: "<p>Hello</p>",
  files: [],
  isTracked: false,
  followUp: "",
  undoSeconds: 10,
};
const required = "To, Subject, and Body are required.";

function desk() {
  saveSession(sessionOf("NORMAL_USER"));
  const api = fakeApi();
  const heard = { onProblem: vi.fn(), announce: vi.fn(), onFailedLater: vi.fn() };
  const { result } = renderHook(() => useSending({ required, ...heard }));
  const send = async (changes: Partial<Mail> = {}) => {
    act(() => result.current.send({ ...mail, ...changes }));
    await waitFor(() => expect(result.current.isSending).toBe(false));
  };
  const keys = () => api.callsOf(outbox.send).map(({ headers }) => headers.get("idempotency-key"));
  return { api, result, send, keys, ...heard };
}

test("pressed again after a lost answer it is the same mail; changed or sent, it is another", async () => {
  const { api, send, keys, onProblem } = desk();
  api.on(outbox.send, () => refusal(503, ""));
  await send();
  expect(onProblem).toHaveBeenLastCalledWith("Failed to send");
  await send();
  await send({ subject: "Other terms" });
  api.on(outbox.send, () => ({ messageId: "<1@acme.test>", status: "sent" as const }));
  await send({ subject: "Other terms" });
  await send({ subject: "Other terms" });
  const [first, again, changed, sent, anew] = keys();
  expect(again).toBe(first);
  expect(changed).not.toBe(first);
  expect(sent).toBe(changed);
  expect(anew).not.toBe(sent);
});

test("what the mail needs travels as headers", async () => {
  const { api, send } = desk();
  api.on(outbox.send, () => ({ messageId: "<1@acme.test>", status: "sent" as const }));
  await send({
    isTracked: true,
    followUp: "7",
    mailboxId: "m-1",
    account: "sales@acme.test",
    sendAt: new Date("2027-01-02T03:04:05Z"),
  });
  const headers = Object.fromEntries(api.callsOf(outbox.send)[0]?.headers ?? []);
  expect(headers).toMatchObject({
    "x-track-engagement": "1",
    "x-followup-days": "7",
    "x-mailbox-id": "m-1",
    "x-from-account": "sales@acme.test",
    "x-undo-seconds": "10",
    "x-send-at": "2027-01-02T03:04:05.000Z",
  });
});

test.each([{ to: " , " }, { subject: "  " }, { html: "<p> </p>" }])(
  "%j is refused without asking [VAL-03]",
  async (changes) => {
    const { api, send, onProblem } = desk();
    await send(changes);
    expect(onProblem).toHaveBeenCalledExactlyOnceWith(required);
    expect(api.calls).toEqual([]);
  },
);

test("a mail that failed after the time for undo is told, one that was taken back is not", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const { api, send, announce, onFailedLater, result } = desk();
  const queued = () => ({
    messageId: "<1@acme.test>",
    status: "queued" as const,
    undoUntil: new Date(Date.now() + 10_000).toISOString(),
  });
  api.on(outbox.send, queued);
  api.on(outbox.cancel, () => ({ messageId: "<1@acme.test>", status: "cancelled" as const }));
  await send();
  await act(() => announce.mock.calls[0]?.[1]());
  expect(result.current.sent).toBeNull();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(api.callsOf(outbox.send)).toHaveLength(1);

  await send();
  api.on(outbox.send, () => refusal(502, { error: "The server refused: mailbox full" }));
  await vi.advanceTimersByTimeAsync(20_000);
  await waitFor(() => expect(onFailedLater).toHaveBeenCalledOnce());
  expect(onFailedLater.mock.calls[0]?.[1]).toBe("The server refused: mailbox full");
  const [, second, third] = api.callsOf(outbox.send).map(({ headers }) => headers.get("idempotency-key"));
  expect(third).toBe(second);
});
