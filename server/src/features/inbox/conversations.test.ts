import { api } from "@intellibox/contract/api";
import { maxThreadSize } from "@intellibox/contract/rules/limits";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";
import type { Caller } from "#test/test-world.ts";
import { readCursor, SeenThreads, writeCursor } from "./list-cursor.ts";
import { withoutGreeting } from "./without-greeting.ts";

const { person, call, giveMail, listOf, peek } = await mailWorld({ jobs: false });

const begin = Date.now() - 24 * 3600_000;
const at = (minute: number) => new Date(begin + minute * 60_000);
let count = 0;

type Written = { from?: string; subject?: string; minute: number; text?: string; files?: boolean };
/** A mail of a thread, whose first mail has the given name. */
function mailIn(thread: string, { from, subject, minute, text = "Words.", files = false }: Written, isFirst = false) {
  const first = `<${thread}@threads.example>`;
  return mailOf({
    subject: subject ?? (isFirst ? thread : `Re: ${thread}`),
    messageId: isFirst ? first : `<m${++count}@threads.example>`,
    date: at(minute),
    text,
    ...(from && { from }),
    ...(!isFirst && { headers: [`In-Reply-To: ${first}`, `References: ${first}`] }),
    ...(files && { files: [{ name: "a.txt", type: "text/plain", content: "a" }] }),
  });
}

const threadsOf = async (who: Caller, query: object = {}) => listOf(who, { group: "thread", ...query });
const subjectsOf = async (who: Caller, query: object = {}) =>
  (await threadsOf(who, query)).items.map(({ subject }) => subject);
const act = (who: Caller, action: string, ids: string[], more: object = {}) =>
  call(who, api.actions.apply, { body: { ids, action, extent: "thread", ...more } as never });

test("a list of threads has one row for each, headed by its newest message, with senders, counts and marks", async () => {
  const who = await person("NORMAL_USER");
  await giveMail(who, [
    mailIn("Plan", { minute: 1, from: "Meera Rao <meera@example.com>", files: true }, true),
    mailIn("Plan", { minute: 3, from: "Arjun <arjun@example.com>" }),
    mailIn("Other", { minute: 4, text: "Dear Rohan,\n\nThe words that count." }, true),
  ]);
  await giveMail(who, [mailIn("Plan", { minute: 2, from: `Rohan <${who.email}>` })], "sent");
  const { items, total, nextCursor } = await threadsOf(who);
  expect([items.map(({ subject }) => subject), total, nextCursor]).toEqual([["Other", "Re: Plan"], 2, null]);
  expect(items[0]).toMatchObject({ snippet: "The words that count.", thread: { size: 1, unread: 1, replied: false } });
  expect(items[1]).toMatchObject({
    from: "arjun@example.com",
    threadSize: 3,
    thread: {
      ...{ size: 3, unread: 2, hasAttachment: true, starred: false, replied: true, forwarded: false, hasDraft: false },
      senders: [
        { name: "Meera Rao", isMe: false, unread: true },
        { name: "Rohan", isMe: true, unread: false },
        { name: "Arjun", isMe: false, unread: true },
      ],
    },
  });
  // The flat list stays the default.
  const flat = await listOf(who);
  expect([flat.items.length, flat.total, flat.items[0]?.thread]).toEqual([3, 3, undefined]);
  expect(await subjectsOf(who, { folder: "sent" })).toEqual(["Re: Plan"]);
  expect(await subjectsOf(who, { folder: "all" })).toEqual(["Other", "Re: Plan"]);
});

test("each list heads a thread by the newest of its own messages, and spam and trash are apart", async () => {
  const who = await person("NORMAL_USER");
  await giveMail(who, [
    mailIn("A", { minute: 1 }, true),
    mailIn("A", { minute: 2, subject: "Second A" }),
    mailIn("A", { minute: 3, subject: "Third A" }),
    mailIn("B", { minute: 4 }, true),
  ]);
  const ids = new Map((await listOf(who)).items.map(({ subject, id }) => [subject, id]));
  const idOf = (subject: string) => ids.get(subject) ?? "";
  await act(who, "trash", [idOf("Third A")], { extent: "message" });
  await act(who, "star", [idOf("A")], { extent: "message" });
  await act(who, "archive", [idOf("Second A")], { extent: "message" });
  expect(await subjectsOf(who)).toEqual(["B", "A"]);
  expect(await subjectsOf(who, { folder: "archive" })).toEqual(["Second A"]);
  expect(await subjectsOf(who, { folder: "starred" })).toEqual(["A"]);
  expect(await subjectsOf(who, { folder: "all" })).toEqual(["B", "Second A"]);
  const [thrown] = (await threadsOf(who, { folder: "trash" })).items;
  expect(thrown).toMatchObject({ subject: "Third A", thread: { size: 1 } });
  expect((await threadsOf(who)).items[1]?.thread).toMatchObject({ size: 2, starred: true });
  const { mailboxes } = (await call(who, api.folders.list)).body;
  const inbox = mailboxes[0]?.folders.find(({ role }) => role === "inbox");
  expect(await subjectsOf(who, { folderId: inbox?.id })).toEqual(["B", "A"]);
  expect(await subjectsOf(who, { q: "is:unread" })).toEqual(["B", "Second A"]);

  // An action on the thread leaves what is in the trash, and one in the trash leaves the rest.
  await act(who, "archive", [idOf("A")]);
  expect(await subjectsOf(who)).toEqual(["B"]);
  expect(await subjectsOf(who, { folder: "trash" })).toEqual(["Third A"]);
  await act(who, "delete", [idOf("Third A")]);
  expect([await subjectsOf(who, { folder: "trash" }), await subjectsOf(who, { folder: "archive" })]).toEqual([
    [],
    ["Second A"],
  ]);

  const until = new Date(Date.now() + 3600_000).toISOString();
  await act(who, "inbox", [idOf("A")]);
  await call(who, api.snooze.snooze, { body: { ids: [idOf("A")], until } });
  expect([await subjectsOf(who), await subjectsOf(who, { folder: "snoozed" })]).toEqual([["B"], ["Second A"]]);
  await peek("update messages set folder = 'inbox', snoozed_until = null, woken_at = now() where id = any ($1)", [
    [idOf("A"), idOf("Second A")],
  ]);
  expect(await subjectsOf(who)).toEqual(["Second A", "B"]);
});

test("pages of threads have no gaps and no doubles while mail arrives", async () => {
  const who = await person("NORMAL_USER");
  const mails = Array.from({ length: 12 }, (_, thread) => [
    mailIn(`P${thread}`, { minute: thread }, true),
    mailIn(`P${thread}`, { minute: 100 - thread, text: "A needle." }),
    mailIn(`P${thread}`, { minute: 50 + thread, text: "A needle." }),
  ]);
  await giveMail(who, mails.flat());
  for (const q of ["", "needle"]) {
    const seen: string[] = [];
    let cursor: string | null | undefined;
    let round = 0;
    do {
      const page = await threadsOf(who, { q, limit: 5, ...(cursor && { cursor }) });
      seen.push(...page.items.map(({ threadId }) => threadId));
      cursor = page.nextCursor;
      // Of the first thread, which the first page has.
      if (++round === 1) await giveMail(who, [mailIn("P0", { minute: 200 + (q ? 1 : 0), text: "A needle." })]);
    } while (cursor);
    expect([q, seen.length, new Set(seen).size]).toEqual([q, 12, 12]);
  }
});

test("pages of threads are those of the flat list, past long threads and with mail that came back from a snooze", async () => {
  const who = await person("NORMAL_USER");
  const mails = Array.from({ length: 90 }, (_, minute) => {
    // Two long threads at the top, and a short one now and then; below them, threads of two.
    const name = minute > 20 ? (minute % 17 === 0 ? `S${minute}` : `L${minute % 2}`) : `T${minute >> 1}`;
    return { name, minute };
  });
  const first = new Map(mails.map(({ name, minute }) => [name, minute] as const).toReversed());
  const written = mails.map(({ name, minute }) => mailIn(name, { minute }, first.get(name) === minute));
  for (const part of [written.slice(0, 45), written.slice(45)]) await giveMail(who, part);
  const wake = `update messages set woken_at = now() + $3 * interval '1 minute'
    where user_id = $1 and date = date_trunc('second', $2::timestamptz)`;
  for (const minute of [2, 30, 31, 88]) await peek(wake, [who.id, at(minute), 90 - minute]);
  for (const query of [{}, { folder: "all" }] as const) {
    const { items: flat } = await listOf(who, { ...query, limit: 200 });
    const newest = new Map(
      flat.toSorted((a, b) => (a.date < b.date ? -1 : 1)).map(({ threadId, id }) => [threadId, id]),
    );
    const expected = flat.filter(({ id, threadId }) => newest.get(threadId) === id).map(({ id }) => id);
    expect([flat.length, flat.filter(({ wokenAt }) => wokenAt).length]).toEqual([90, 4]);
    for (const limit of [1, 2, 5, 50]) {
      const seen: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await threadsOf(who, { ...query, limit, ...(cursor && { cursor }) });
        seen.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      expect([query, limit, seen]).toEqual([query, limit, expected]);
    }
  }
});

test("a long thread is one row, and its rows in a search too", async () => {
  const who = await person("NORMAL_USER");
  const mails = Array.from({ length: 120 }, (_, minute) => mailIn("Long", { minute, text: "A needle." }, minute === 0));
  // A first sync reads at most 50.
  await giveMail(who, mails.slice(0, 1));
  await giveMail(who, [...mails.slice(1), mailIn("Short", { minute: -5, text: "A needle." }, true)]);
  for (const query of [{}, { q: "needle" }, { folder: "all" }]) {
    const { items } = await threadsOf(who, { ...query, limit: 20 });
    expect(items.map(({ thread }) => thread?.size)).toEqual([maxThreadSize, 1]);
  }
  const { body } = await call(who, api.inbox.message, { params: { id: (await threadsOf(who)).items[0]?.id ?? "" } });
  expect(body.thread).toHaveLength(119);
});

test("another user's mail neither heads nor fills a thread", async () => {
  const [who, other] = [await person("NORMAL_USER"), await person("NORMAL_USER")];
  await giveMail(who, [mailIn("Shared", { minute: 1 }, true)]);
  await giveMail(other, [mailIn("Shared", { minute: 1 }, true), mailIn("Shared", { minute: 9 })]);
  const [mine] = (await threadsOf(who)).items;
  // Even if the two threads had one id.
  await peek("update messages set thread_id = $1 where user_id = $2", [mine?.threadId, other.id]);
  expect((await threadsOf(who)).items.map(({ thread }) => thread?.size)).toEqual([1]);
  const theirs = (await threadsOf(other)).items;
  expect(theirs.map(({ thread }) => thread?.size)).toEqual([2]);
  expect((await act(who, "archive", [theirs[0]?.id ?? ""])).status).toBe(404);
  await act(who, "archive", [mine?.id ?? ""]);
  expect(await subjectsOf(other)).toEqual(["Re: Shared"]);
});

test("drafts are listed one by one, and mark the thread that they belong to", async () => {
  const who = await person("NORMAL_USER");
  await giveMail(who, [mailIn("Asked", { minute: 1 }, true)]);
  await giveMail(who, [mailIn("Asked", { minute: 2 }), mailIn("Asked", { minute: 3 })]);
  await peek("update messages set folder = 'drafts' where user_id = $1 and subject = 'Re: Asked'", [who.id]);
  expect((await threadsOf(who)).items[0]?.thread).toMatchObject({ size: 1, hasDraft: true });
  const drafts = await threadsOf(who, { folder: "drafts" });
  expect(drafts.items.map(({ thread }) => thread)).toEqual([undefined, undefined]);
});

test("a snippet begins after the greeting", () => {
  expect(withoutGreeting("Dear Rohan, the report is attached.")).toBe("the report is attached.");
  expect(withoutGreeting("Dear Mr. Rao, the report")).toBe("the report");
  expect(withoutGreeting("Hi! See below.")).toBe("See below.");
  expect(withoutGreeting("नमस्ते रोहन, रिपोर्ट")).toBe("रिपोर्ट");
  for (const same of [
    "Hi there I am very late, sorry. So",
    "Hi I agree, but",
    "Hiring plan, v2",
    "Hello world. Yes, it runs",
    "Dear Rohan,",
    "",
  ])
    expect(withoutGreeting(same)).toBe(same);
});

test("a cursor remembers the latest 500 threads, stays short, and is refused in another list", () => {
  const mark = { date: "2026-11-17 05:00:00.123456+00", id: newId() };
  const seen = new SeenThreads();
  const ids = Array.from({ length: 700 }, newId);
  for (const id of ids) seen.add(id);
  const list = { userId: newId(), q: "report", group: "thread" } as const;
  const text = writeCursor(mark, list, seen);
  expect(text.length).toBeLessThan(4_000);
  const read = readCursor(text, list);
  expect(read?.mark).toEqual(mark);
  expect([ids.slice(200).every((id) => read?.seen.has(id)), read?.seen.has(newId())]).toEqual([true, false]);
  expect(readCursor("", list)).toBeUndefined();
  const [position = ""] = text.split(".");
  // As earlier versions wrote it.
  expect(readCursor(position, list)?.mark).toEqual(mark);
  const onDay = (date: string) => Buffer.from(JSON.stringify([date, mark.id])).toString("base64url");
  for (const odd of [
    "nonsense",
    `.${text}`,
    `${text}x`,
    onDay("2026-02-31 05:00:00+00"),
    onDay("2026-11-17 25:00:00+00"),
  ])
    expect(() => readCursor(odd, list)).toThrow("This cursor does not belong to this list");
  for (const other of [
    { userId: newId() },
    { q: "" },
    { folder: "all" },
    { folderId: newId() },
    { group: "message" },
  ] as const)
    expect(() => readCursor(text, { ...list, ...other })).toThrow("This cursor does not belong to this list");
});

test("a cursor of another person or list, two kinds of folder and an unknown time zone are refused", async () => {
  const [who, other] = [await person("NORMAL_USER"), await person("NORMAL_USER")];
  await giveMail(who, [mailIn("First", { minute: 1 }, true), mailIn("Second", { minute: 2 }, true)]);
  const cursor = (await threadsOf(who, { limit: 1 })).nextCursor ?? "";
  const ask = async (caller: Caller, query: object) => {
    const { status, body } = await call(caller, api.inbox.threads, { query: query as never });
    return [status, "fields" in body ? body.fields : undefined];
  };
  const refusal = "This cursor does not belong to this list. Ask for its first page, without a cursor.";
  const refused = [400, { cursor: refusal }];
  expect((await ask(who, { group: "thread", cursor }))[0]).toBe(200);
  expect(await ask(other, { group: "thread", cursor })).toEqual(refused);
  expect(await ask(who, { group: "thread", folder: "all", cursor })).toEqual(refused);
  expect(await ask(who, { cursor: "made up" })).toEqual(refused);
  expect(await ask(who, { q: "words", cursor: "made up" })).toEqual(refused);
  const both = { folderId: "Ask for a folder or for a folder id, not for both" };
  expect(await ask(who, { folder: "all", folderId: newId() })).toEqual([400, both]);
  expect(await ask(who, { timeZone: "Mars/Phobos" })).toEqual([400, { timeZone: "There is no such time zone" }]);
  expect((await ask(who, { timeZone: "Asia/Kolkata" }))[0]).toBe(200);
});
