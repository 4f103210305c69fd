import { outbox } from "@intellibox/contract/endpoints/outbox";
import { ownMail } from "@intellibox/contract/endpoints/own-mail";
import { act, renderHook, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { lookOf } from "#lib/drafts/sent-mark.ts";
import type { MailOutcome } from "#lib/mail/mail-outcome.ts";
import { saveSession } from "#lib/session/session.ts";
import { pollMailOutcomes } from "#api/follow-mail.ts";
import type { Mail } from "#api/outbox.ts";
import { fakeApi, refusal } from "#test/fake-api.ts";
import { sessionOf } from "#test/people.ts";
import { type Announce, useSending } from "./sending.ts";

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
const id = "01890000-0000-7000-8000-000000000001";
const messageId = "<1@acme.test>";
const sent = { id, messageId, status: "sent" as const };

beforeEach(() => localStorage.clear());

function setUp() {
  saveSession(sessionOf("NORMAL_USER"));
  const api = fakeApi();
  const heard = { onProblem: vi.fn(), announce: vi.fn<Announce>() };
  const { result, unmount } = renderHook(() => useSending({ required, ...heard }));
  const send = async (changes: Partial<Mail> = {}) => {
    const whole = { ...mail, ...changes };
    act(() => result.current.send(whole, lookOf(whole, whole.files)));
    await waitFor(() => expect(result.current.isSending).toBe(false));
  };
  const keys = () => api.callsOf(outbox.send).map(({ headers }) => headers.get("idempotency-key"));
  const outcomes = () => heard.announce.mock.calls.map(([, outcome]) => outcome.state);
  const lastOutcome = () => heard.announce.mock.lastCall?.[1] as MailOutcome | undefined;
  return { api, result, unmount, send, keys, outcomes, lastOutcome, ...heard };
}

/** Replaces the clock and the timers by ones that `pass` advances. */
function installFakeTime() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], shouldAdvanceTime: true });
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const undoable = () => ({
  id,
  messageId,
  status: "queued" as const,
  sendAt: new Date(Date.now() + 10_000).toISOString(),
  undoUntil: new Date(Date.now() + 10_000).toISOString(),
});

test("Send after a lost response repeats the idempotency key; a changed mail gets a new one", async () => {
  const { api, send, keys, onProblem } = setUp();
  api.on(outbox.send, () => refusal(503, ""));
  await send();
  expect(onProblem).toHaveBeenLastCalledWith("Failed to send");
  await send();
  await send({ subject: "Other terms" });
  const [first, again, changed] = keys();
  expect(again).toBe(first);
  expect(changed).not.toBe(first);
});

test("a mail that the mail server refused gets a new key when Send is pressed again", async () => {
  const { api, send, keys, onProblem } = setUp();
  api.on(outbox.send, () => refusal(502, { error: "550 No such user", code: "outside_failed" }));
  await send();
  expect(onProblem).toHaveBeenLastCalledWith("550 No such user");
  await send();
  expect(new Set(keys()).size).toBe(2);
});

test("a mail is sent although the draft that it finishes is gone", async () => {
  const { api, send, onProblem, outcomes } = setUp();
  api.on(outbox.send, ({ body }) =>
    (body as { draft?: string }).draft ? refusal(404, { error: "Draft not found", code: "not_found" }) : sent,
  );
  await send({ draft: id });
  expect(onProblem).not.toHaveBeenCalled();
  expect(outcomes()).toEqual(["sent"]);
});

test("sending the same mail again asks first", async () => {
  const { api, send, keys, result } = setUp();
  api.on(outbox.send, () => sent);
  await send();
  await send();
  expect(keys()).toHaveLength(1);
  expect(result.current.repeated).toMatchObject({ to: ["priya@example.com"], state: "sent" });
  act(() => result.current.keepRepeated());
  expect(result.current.repeated).toBeNull();
  await send();
  act(() => result.current.sendAgain());
  await waitFor(() => expect(keys()).toHaveLength(2));
  expect(new Set(keys()).size).toBe(2);
  await waitFor(() => expect(result.current.isSending).toBe(false));
  await send({ html: "<p>Hello again</p>" });
  expect(keys()).toHaveLength(3);
});

test("a mail that is not delivered yet counts as sent too, also after a reload", async () => {
  installFakeTime();
  const first = setUp();
  first.api.on(outbox.send, undoable);
  await first.send();
  first.unmount();
  const second = setUp();
  second.api.on(outbox.outcome, undoable);
  expect(second.result.current.stateOf(() => lookOf(mail, []))).toBe("undoable");
  await second.send();
  expect(second.keys()).toEqual([]);
  expect(second.result.current.repeated).not.toBeNull();
  const other = sessionOf("ADMIN");
  saveSession({ ...other, user: { ...other.user, _id: "another user" } });
  const { result } = renderHook(() => useSending({ required, onProblem: vi.fn(), announce: vi.fn() }));
  expect(result.current.stateOf(() => lookOf(mail, []))).toBeNull();
});

test("the options of a mail are sent as headers", async () => {
  const { api, send } = setUp();
  api.on(outbox.send, () => sent);
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

test("a mail is sent with its recipients as a list and its text beside its HTML [CMP-24] [API-11]", async () => {
  const { api, send } = setUp();
  api.on(outbox.send, () => sent);
  await send({ to: "priya@example.com; rahul@example.com, ", html: "<p>Hello,</p><p>it is <b>ready</b>.</p>" });
  expect(api.callsOf(outbox.send)[0]?.body).toEqual({
    to: ["priya@example.com", "rahul@example.com"],
    subject: "Terms",
    body: "Hello,\n\nit is ready.",
    html: "<p>Hello,</p><p>it is <b>ready</b>.</p>",
  });
});

test.each([{ to: " , " }, { subject: "  " }, { html: "<p> </p>" }])(
  "%j is refused without a request [VAL-03]",
  async (changes) => {
    const { api, send, onProblem } = setUp();
    await send(changes);
    expect(onProblem).toHaveBeenCalledExactlyOnceWith(required);
    expect(api.calls).toEqual([]);
  },
);

test("a mail is announced as sent only once the server accepted it; a deferred mail waits and shows the server's reason [BYD-05] [SND-03]", async () => {
  installFakeTime();
  const { api, send, outcomes, lastOutcome } = setUp();
  api.on(outbox.send, undoable);
  const nextTry = new Date(Date.now() + 60_000).toISOString();
  const detail = "The server put the mail off: 451 4.3.0";
  api.on(outbox.outcome, () => ({ id, messageId, status: "queued" as const, sendAt: nextTry, detail }));
  await send();
  expect(outcomes()).toEqual(["undoable"]);
  await pass(11_600);
  await waitFor(() => expect(outcomes()).toEqual(["undoable", "waiting"]));
  expect(lastOutcome()).toMatchObject({ detail, at: new Date(nextTry) });
  api.on(outbox.outcome, () => sent);
  await pass(60_000);
  await waitFor(() => expect(outcomes()).toEqual(["undoable", "waiting", "sent"]));
});

test("a mail that fails after the undo time is announced and can be retried; a cancelled mail is not announced", async () => {
  installFakeTime();
  const { api, send, announce, outcomes, lastOutcome, result } = setUp();
  api.on(outbox.send, undoable);
  api.on(outbox.cancel, () => ({ messageId, status: "cancelled" as const }));
  await send();
  await act(() => announce.mock.calls[0]?.[2].undo?.());
  expect(result.current.handed).toBeNull();
  await pass(20_000);
  expect(api.callsOf(outbox.outcome)).toEqual([]);

  await send();
  api.on(outbox.outcome, () => ({
    id,
    messageId,
    status: "failed" as const,
    detail: "The server refused: mailbox full",
  }));
  await pass(20_000);
  await waitFor(() => expect(lastOutcome()).toEqual({ state: "failed", detail: "The server refused: mailbox full" }));
  expect(result.current.handed).toBeNull();
  expect(result.current.stateOf(() => lookOf(mail, []))).toBeNull();
  expect(api.callsOf(outbox.send)).toHaveLength(2);

  api.on(ownMail.sendNow, () => sent);
  await act(() => announce.mock.lastCall?.[2].retry?.());
  expect(outcomes().slice(-2)).toEqual(["sending", "sent"]);
  expect(api.callsOf(ownMail.sendNow)[0]?.path).toBe(`/outbox/${id}/send`);
});

test("an event of the server fetches the outcome at once, also of scheduled mail and after the page was left", async () => {
  installFakeTime();
  const { api, send, unmount, lastOutcome } = setUp();
  const sendAt = new Date(Date.now() + 3_600_000);
  api.on(outbox.send, () => ({ id, messageId, status: "queued" as const, sendAt: sendAt.toISOString() }));
  await send({ sendAt });
  expect(lastOutcome()).toEqual({ state: "scheduled", at: sendAt });
  unmount();
  await pass(60_000);
  expect(api.callsOf(outbox.outcome)).toEqual([]);
  api.on(outbox.outcome, () => ({
    id,
    messageId,
    status: "failed" as const,
    detail: "Delivery unconfirmed: it may have arrived.",
  }));
  act(() => pollMailOutcomes());
  await waitFor(() => expect(lastOutcome()?.state).toBe("unconfirmed"));
});

test("a mail shows as sending while the server has not returned its outcome", async () => {
  installFakeTime();
  const { api, send, outcomes, result } = setUp();
  const waiting = { id, messageId, status: "queued" as const, detail: "The server has not answered yet." };
  api.on(outbox.send, () => waiting);
  api.on(outbox.outcome, () => (api.callsOf(outbox.outcome).length < 3 ? waiting : sent));
  await send();
  expect(result.current.handed?.outcome).toEqual({ state: "sending" });
  await pass(30_000);
  await waitFor(() => expect(outcomes()).toEqual(["sending", "sent"]));
  expect(result.current.handed?.outcome.state).toBe("sent");
  expect(api.callsOf(outbox.outcome)).toHaveLength(3);
});
