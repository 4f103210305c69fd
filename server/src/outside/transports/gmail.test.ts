import { afterAll, expect, test, vi } from "vitest";
import { openGmailMailbox } from "#outside/mailboxes/gmail/gmail.ts";
import { accountAt } from "#test/stand-ins/google/account.ts";
import { startGoogle } from "#test/stand-ins/google.ts";
import { openGmailTransport } from "./gmail.ts";
import type { SendPhase } from "./transport.ts";

// Many small calls to the stand-in, which are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const people = Array.from({ length: 12 }, (_, at) => ({ email: `writer${at}@gmail.test`, name: `Writer ${at}` }));
const google = await startGoogle({ people });
afterAll(google.stop);
let taken = 0;

const mailOf = (from: string, id: string, more = "") => ({
  raw: Buffer.from(
    `From: ${from}\r\nTo: ben@example.com\r\nSubject: Re: Plans\r\nMessage-ID: <${id}@x.test>\r\n${more}\r\nGrüße\r\n`,
  ),
  envelope: { from, to: ["ben@example.com"] },
});

async function writer() {
  const email = people[taken++]?.email ?? "";
  const account = await accountAt(google, email);
  const phases: SendPhase[] = [];
  const transport = openGmailTransport(account);
  const mailbox = await openGmailMailbox(account);
  const send = (mail: ReturnType<typeof mailOf>) =>
    transport.send(mail, async (phase) => {
      phases.push(phase);
    });
  return { email, account, mailbox, phases, send };
}

const sentBy = async (email: string) => (await google.list(email, "labelIds=SENT")).messages ?? [];

test("a reply is sent unchanged, in the thread it answers, and Gmail files the copy", async () => {
  const { email, mailbox, phases, send } = await writer();
  const asked = await google.deliver(
    email,
    "From: ben@example.com\r\nSubject: Plans\r\nMessage-ID: <q@x.test>\r\n\r\nHi\r\n",
  );
  const mail = mailOf(email, "a", "In-Reply-To: <q@x.test>\r\nReferences: <q@x.test>\r\n");
  expect(await send(mail)).toMatchObject({ accepted: ["ben@example.com"], refused: [] });
  expect(phases).toEqual(["connecting", "data_sent"]);
  const [sent] = await sentBy(email);
  const kept = await google.as(email, "GET", `/messages/${sent?.id}?format=raw`);
  expect(kept.threadId).toBe(asked.threadId);
  expect(Buffer.from(String(kept.raw), "base64url")).toEqual(mail.raw);
  expect(await mailbox.hasSent("<a@x.test>")).toBe(true);
  expect(await mailbox.hasSent("<other@x.test>")).toBe(false);
});

test("recipients who are only on the envelope get the mail too", async () => {
  const { email, send } = await writer();
  const mail = mailOf(email, "hidden");
  mail.envelope.to.push("carla@example.com");
  await send(mail);
  const [sent] = await sentBy(email);
  const { raw } = await google.as(email, "GET", `/messages/${sent?.id}?format=raw`);
  expect(Buffer.from(String(raw), "base64url").toString()).toMatch(/^Bcc: carla@example\.com\r\nFrom: /);
});

test("a reply to a deleted thread is sent without it", async () => {
  const { email, send } = await writer();
  await google.deliver(email, "From: b@x.test\r\nSubject: Plans\r\nMessage-ID: <gone@x.test>\r\n\r\nHi\r\n");
  google.trouble({ status: 404, reason: "notFound", matches: /messages\/send/ });
  await send(mailOf(email, "b", "In-Reply-To: <gone@x.test>\r\n"));
  expect(await sentBy(email)).toHaveLength(1);
});

test("a refused mail was not sent, and the fault says whether a retry helps", async () => {
  const { email, account, phases, send } = await writer();
  for (const [status, reason, fault] of [
    [429, "userRateLimitExceeded", "temporary"],
    [403, "rateLimitExceeded", "temporary"],
    [400, "invalidArgument", "permanent"],
    [413, "uploadTooLarge", "permanent"],
  ] as const) {
    google.trouble({ status, reason, retryAfter: 0, matches: /messages\/send/ });
    await expect(send(mailOf(email, reason))).rejects.toMatchObject({ fault });
  }
  expect(await sentBy(email)).toEqual([]);
  google.signIn.revoke(email);
  phases.length = 0;
  await expect(send(mailOf(email, "revoked"))).rejects.toMatchObject({ fault: "auth" });
  account.base = "http://127.0.0.1:2";
  await expect(send(mailOf(email, "nobody"))).rejects.toMatchObject({ fault: "refused" });
  // Noticed before the handover.
  expect(phases).toEqual(["connecting", "connecting"]);
});

test("a drop after the handover leaves an unknown outcome, and the mailbox shows the mail", async () => {
  const { email, mailbox, phases, send } = await writer();
  google.trouble({ status: 500, afterwards: true, drop: true, matches: /messages\/send/ });
  await expect(send(mailOf(email, "dropped"))).rejects.toMatchObject({ fault: "unknown_outcome" });
  expect(await mailbox.hasSent("<dropped@x.test>")).toBe(true);
  google.trouble({ status: 502, matches: /messages\/send/ });
  await expect(send(mailOf(email, "lost"))).rejects.toMatchObject({ fault: "unknown_outcome" });
  expect(await mailbox.hasSent("<lost@x.test>")).toBe(false);
  expect(phases.filter((phase) => phase === "data_sent")).toHaveLength(2);
  expect(google.calls(/messages\/send/)).toBeGreaterThan(0);
});

test("nothing is sent if data_sent cannot be stored", async () => {
  const { email, account } = await writer();
  const sending = openGmailTransport(account).send(mailOf(email, "unnoted"), async (phase) => {
    if (phase === "data_sent") throw new Error("No");
  });
  await expect(sending).rejects.toThrow("No");
  expect(await sentBy(email)).toEqual([]);
});
