import { afterAll, expect, test, vi } from "vitest";
import { accountAt } from "#test/stand-ins/google/account.ts";
import { type Google, startGoogle } from "#test/stand-ins/google.ts";
import { threadWorkOf } from "#test/thread-work.ts";
import { mailboxSuite, mailSource, Store } from "../mailbox.suite.ts";
import { openGmailMailbox } from "./gmail.ts";

// Many small calls to the stand-in take long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const people = Array.from({ length: 40 }, (_, at) => ({ email: `person${at}@gmail.test`, name: `Person ${at}` }));
const google = await startGoogle({ people });
afterAll(google.stop);
let taken = 0;
const newPerson = () => people[taken++]?.email ?? "";
const labelsOf = { inbox: ["INBOX", "UNREAD"], sent: ["SENT"], trash: ["TRASH"] };

const open = async (email: string) => openGmailMailbox(await accountAt(google, email));
/** A mail for every minute up to now. */
async function filled(count: number) {
  const email = newPerson();
  for (let at = 1; at <= count; at++) {
    const received = new Date(Date.now() - (count - at + 1) * 60_000);
    await google.deliver(email, mailSource(String(at).padStart(3, "0")), labelsOf.inbox, received);
  }
  const store = new Store();
  const mailbox = await open(email);
  return { email, store, mailbox };
}
const idsOf = async (email: string, query = "q={in:inbox in:sent in:trash}") =>
  ((await google.list(email, query)).messages ?? []).map(({ id }) => id).sort();
const heldBy = (store: Store) => [...store.rows.keys()].sort();
const idOf = async (email: string, subject: string) => {
  const { messages = [] } = await google.list(email, `q=rfc822msgid:${subject}@acme.test`);
  return messages[0]?.id ?? "";
};

mailboxSuite(async () => {
  const email = newPerson();
  return {
    open: () => open(email),
    deliver: async (raw, { folder = "inbox", seen } = {}) => {
      const labels = labelsOf[folder].filter((label) => !seen || label !== "UNREAD");
      await google.deliver(email, raw, labels);
    },
    elsewhere: {
      markRead: async (subject) =>
        void (await google.as(email, "POST", `/messages/${await idOf(email, subject)}/modify`, {
          removeLabelIds: ["UNREAD"],
        })),
      remove: async (subject) => void (await google.as(email, "DELETE", `/messages/${await idOf(email, subject)}`)),
    },
    has: { marks: true, trash: true, sent: true, watch: false },
  };
});

test("an expired history leads to one comparison of all stored mail, without loss or duplicates [MBX-04]", async () => {
  const { email, store, mailbox } = await filled(30);
  await store.sync(mailbox, { limit: 20 });
  expect(store.rows.size).toBe(20);
  const act = async (subject: string, path: string, body?: object) =>
    google.as(email, "POST", `/messages/${await idOf(email, subject)}${path}`, body);
  await act("030", "/modify", { removeLabelIds: ["UNREAD"] });
  await act("029", "/trash");
  await act("028", "/modify", { removeLabelIds: ["INBOX"] });
  await google.as(email, "DELETE", `/messages/${await idOf(email, "027")}`);
  await google.deliver(email, mailSource("031"));
  google.expireHistory(email);
  const asked = google.calls(/GET .*\/history/);
  await store.sync(mailbox, { limit: 20 });
  expect(google.calls(/GET .*\/history/)).toBe(asked + 1);
  expect(store.subjects()).toEqual(["031", "030", ...range(26, 11)].sort());
  expect(store.subjects("trash")).toEqual(["029"]);
  expect(store.rows.get(store.idOf("030"))?.unread).toBe(false);
  expect(store.arrivals.slice(20)).toEqual(["031"]);
  expect(store.hasOlder).toBe(true);
  // From here on the history is used again, and older mail can still be asked for.
  await google.deliver(email, mailSource("032"));
  await store.sync(mailbox, { limit: 50, older: true });
  expect(store.subjects("archive")).toEqual(["028"]);
  expect(heldBy(store)).toEqual([...(await idsOf(email)), store.idOf("028")].sort());
  expect(google.calls(/GET .*\/history/)).toBe(asked + 2);
});

test("new mail with an old date is not lost when the history expires [MBX-04]", async () => {
  const { email, store, mailbox } = await filled(10);
  await store.sync(mailbox, { limit: 5 });
  await google.deliver(email, mailSource("ancient"), ["INBOX"], new Date("2010-01-01"));
  await store.sync(mailbox, { limit: 5 });
  expect(store.subjects()).toContain("ancient");
  google.expireHistory(email);
  await store.sync(mailbox, { limit: 5 });
  expect(store.subjects()).toContain("ancient");
  await store.sync(mailbox, { limit: 50, older: true });
  expect(heldBy(store)).toEqual(await idsOf(email));
  expect(store.arrivals).toHaveLength(11);
});

test("a comparison that stops at any batch still ends with the provider's messages", async () => {
  const { email, store, mailbox } = await filled(10);
  await store.sync(mailbox, { limit: 500 });
  for (let stop = 0; stop < 4; stop++) {
    for (let at = 0; at < 52; at++) await google.deliver(email, mailSource(`${stop}-${at}`));
    for (const id of (await idsOf(email)).slice(0, 5)) await google.as(email, "POST", `/messages/${id}/trash`);
    google.expireHistory(email);
    let at = 0;
    for await (const batch of mailbox.sync(store.cursor, { limit: 500 })) {
      const dies = at++ === Math.floor(stop / 2);
      if (dies && stop % 2 === 0) break;
      store.commit(batch);
      if (dies) break;
    }
  }
  await store.sync(mailbox, { limit: 500 });
  expect(heldBy(store)).toEqual(await idsOf(email));
  expect(store.subjects("trash")).toHaveLength((await idsOf(email, "labelIds=TRASH")).length);
});

test("drafts and spam are left out; archived mail leaves the inbox and can return; mail to oneself is in inbox and Sent", async () => {
  const { email, store, mailbox } = await filled(2);
  await google.deliver(email, mailSource("draft"), ["DRAFT"]);
  await google.deliver(email, mailSource("spam"), ["SPAM"]);
  await google.deliver(email, mailSource("self"), ["INBOX", "SENT"]);
  await store.sync(mailbox, { limit: 50 });
  expect(store.subjects()).toEqual(["001", "002", "self"]);
  expect(store.subjects("sent")).toEqual(["self"]);
  const id = store.idOf("001");
  await google.as(email, "POST", `/messages/${id}/modify`, { removeLabelIds: ["INBOX"] });
  await google.as(email, "POST", `/messages/${await idOf(email, "spam")}/modify`, {
    removeLabelIds: ["SPAM"],
    addLabelIds: ["INBOX"],
  });
  await store.sync(mailbox, { limit: 50 });
  expect(store.subjects()).toEqual(["002", "self", "spam"]);
  await google.as(email, "POST", `/messages/${id}/modify`, { addLabelIds: ["INBOX"] });
  await store.sync(mailbox, { limit: 50 });
  expect(store.subjects()).toEqual(["001", "002", "self", "spam"]);
});

test("old mail that was not asked for is not fetched when another program marks or deletes it", async () => {
  const { email, store } = await filled(12);
  // The second before which mail counts as old is the oldest fetched one's.
  await google.deliver(email, mailSource("old"), ["INBOX", "UNREAD"], new Date("2015-05-05"));
  // Mail that comes after a mailbox was opened is new.
  const mailbox = await open(email);
  await store.sync(mailbox, { limit: 5 });
  await google.as(email, "POST", `/messages/${await idOf(email, "old")}/modify`, { removeLabelIds: ["UNREAD"] });
  await store.sync(mailbox, { limit: 5 });
  await google.as(email, "POST", `/messages/${await idOf(email, "old")}/trash`);
  await store.sync(mailbox, { limit: 5 });
  expect(store.arrivals).toHaveLength(5);
  await store.sync(mailbox, { limit: 50, older: true });
  expect(store.subjects("trash")).toEqual(["old"]);
});

test("the newest mail of the inbox is stored before anything else is read, and a kill after it loses nothing", async () => {
  const { email, store, mailbox } = await filled(12);
  await google.deliver(email, mailSource("sent"), ["SENT"], new Date(Date.now() - 150_000));
  google.seen.length = 0;
  for await (const batch of mailbox.sync(null, { limit: 5 })) {
    store.commit(batch);
    break;
  }
  expect(store.arrivals).toEqual(["012", "011", "010", "009", "008"]);
  expect(google.calls(/\/history/)).toBe(0);
  expect(google.calls(/\/messages$/)).toBe(1);
  expect(store.hasOlder).toBe(true);
  // Another process goes on.
  const other = await open(email);
  await store.sync(other, { limit: 5 });
  expect([store.subjects("sent"), store.subjects()]).toEqual([["sent"], ["008", "009", "010", "011", "012"]]);
  await store.sync(other, { limit: 50, older: true });
  expect(store.subjects()).toHaveLength(12);
  expect(store.arrivals).toHaveLength(13);
});

test("mail is read in batches, or one by one if the provider has no batches", async () => {
  const { email, store, mailbox } = await filled(20);
  const [batches, single] = [google.calls(/POST \/batch/), google.calls(/GET .*\/messages\/./)];
  await store.sync(mailbox, { limit: 50 });
  expect(google.calls(/POST \/batch/) - batches).toBe(2);
  expect(google.calls(/GET .*\/messages\/./) - single).toBe(0);
  google.state.hasBatch = false;
  const fresh = new Store();
  await fresh.sync(await open(email), { limit: 50 }).finally(() => {
    google.state.hasBatch = true;
  });
  expect(heldBy(fresh)).toEqual(heldBy(store));
});

test("a throttled part of a batch is requested again", async () => {
  const { store, mailbox } = await filled(10);
  google.trouble({ status: 429, reason: "rateLimitExceeded", count: 3, matches: /GET .*\/messages\/./ });
  await store.sync(mailbox, { limit: 50 });
  expect(store.rows.size).toBe(10);
});

test("an expired token is renewed; a revoked one ends the sync", async () => {
  const { email, store, mailbox } = await filled(3);
  google.signIn.expireAccess(email);
  await store.sync(mailbox, { limit: 50 });
  expect(store.rows.size).toBe(3);
  google.signIn.revoke(email);
  await expect(store.sync(mailbox, { limit: 50 })).rejects.toMatchObject({ fault: "auth" });
});

test("Retry-After pauses every call of the mailbox", async () => {
  const { mailbox, store } = await filled(1);
  google.trouble({ status: 429, reason: "userRateLimitExceeded", retryAfter: 120 });
  const refused = await store.sync(mailbox, { limit: 5 }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ fault: "throttled" });
  expect((refused as { retryAt: Date }).retryAt.getTime() - Date.now()).toBeGreaterThan(100_000);
  const asked = google.seen.length;
  await expect(mailbox.hasSent("<a@b>")).rejects.toMatchObject({ fault: "throttled" });
  expect(google.seen).toHaveLength(asked);
});

test("a short wait, a server error and a rate limit with status 403 are retried", async () => {
  const { mailbox, store } = await filled(2);
  google.trouble({ status: 403, reason: "rateLimitExceeded" });
  google.trouble({ status: 503, reason: "backendError" });
  google.trouble({ status: 429, retryAfter: 1 });
  await store.sync(mailbox, { limit: 5 });
  expect(store.rows.size).toBe(2);
});

test("an invalid answer is a protocol error, and an answer beyond the size limit is refused", async () => {
  const email = newPerson();
  const account = await accountAt(google, email);
  const answering =
    (body: string): Google["url"] | typeof fetch =>
    async () =>
      new Response(body);
  for (const body of ["", "[]", '{"historyId":7}', "<html>", `{"x":"${"y".repeat(9 << 20)}"}`])
    await expect(openGmailMailbox({ ...account, fetch: answering(body) as typeof fetch })).rejects.toMatchObject({
      fault: body.length > 100 ? "too_large" : "protocol",
    });
});

const range = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, at) => String(from - at).padStart(3, "0"));

test("a large mail is parsed in a worker thread, a small one is not", async () => {
  const email = newPerson();
  const raw = mailSource("001") + "A line of a long mail.\r\n".repeat(50_000);
  await google.deliver(email, raw, labelsOf.inbox);
  await google.deliver(email, mailSource("002"), labelsOf.inbox);
  const mailbox = await open(email);
  const arrived: string[] = [];
  const { done } = await threadWorkOf(async () => {
    for await (const batch of mailbox.sync(null, { limit: 5 }))
      arrived.push(...batch.arrived.map((mail) => Buffer.from(mail.raw).toString()));
  });
  expect(done).toEqual({ readWhole: 1 });
  expect(arrived.toSorted((one, other) => one.length - other.length)).toEqual([mailSource("002"), raw]);
});
