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
  const heard = { onProblem: vi.fn(), announce: vi.fn(), onFailedLater: vi.fn(), onSentLater: vi.fn() };
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

/** Time that passes when it is told to. */
function ownTime() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
}
const messageId = "<1@acme.test>";

test("a mail that failed after the time for undo is told, one that was taken back is not", async () => {
  ownTime();
  const { api, send, announce, onFailedLater, result } = desk();
  api.on(outbox.send, () => ({
    messageId,
    status: "queued" as const,
    undoUntil: new Date(Date.now() + 10_000).toISOString(),
  }));
  api.on(outbox.cancel, () => ({ messageId, status: "cancelled" as const }));
  await send();
  await act(() => announce.mock.calls[0]?.[1]());
  expect(result.current.sent).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(api.callsOf(outbox.outcome)).toEqual([]);

  await send();
  api.on(outbox.outcome, () => ({ messageId, status: "failed" as const, detail: "The server refused: mailbox full" }));
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  await waitFor(() => expect(onFailedLater).toHaveBeenCalledOnce());
  expect(onFailedLater.mock.calls[0]?.[1]).toBe("The server refused: mailbox full");
  expect(result.current.sent).toBeNull();
  expect(api.callsOf(outbox.send)).toHaveLength(2);
});

test("where the server took longer than the call waits, the screen learns later that the mail was sent", async () => {
  ownTime();
  const { api, send, onSentLater, onFailedLater, result } = desk();
  const waiting = { messageId, status: "queued" as const, detail: "The server has not answered yet." };
  api.on(outbox.send, () => waiting);
  api.on(outbox.outcome, () =>
    api.callsOf(outbox.outcome).length < 3 ? waiting : { messageId, status: "sent" as const },
  );
  await send();
  expect(result.current.sent).toMatchObject({ status: "queued" });
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  await waitFor(() => expect(onSentLater).toHaveBeenCalledOnce());
  expect(result.current.sent).toEqual({ messageId, status: "sent" });
  expect(api.callsOf(outbox.outcome)).toHaveLength(3);
  expect(onFailedLater).not.toHaveBeenCalled();
});

test("a mail that is planned for later is not asked after", async () => {
  ownTime();
  const { api, send } = desk();
  const sendAt = new Date(Date.now() + 3_600_000);
  api.on(outbox.send, () => ({ messageId, status: "queued" as const, sendAt: sendAt.toISOString() }));
  await send({ sendAt });
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(api.callsOf(outbox.outcome)).toEqual([]);
});
