import { api } from "@intellibox/contract/api";
import { maxThreadSize } from "@intellibox/contract/rules/limits";
import { expect, test } from "vitest";
import { lengthenThread } from "#test/lengthen-thread.ts";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";

const { person, call, giveMail, listOf, peek } = await mailWorld({ jobs: false });

const at = (minute: number) => new Date(Date.UTC(2026, 4, 5, 10, minute));
const others = ["First", "Second", "Third"];

/** A thread with more hits than a search reads, on top of three others. Each is in the inbox, and in the archive, too. */
async function reader() {
  const who = await person("NORMAL_USER");
  await giveMail(who, [
    ...others.flatMap((subject, index) => [
      mailOf({ subject, text: "The quarterly figures", date: at(index), messageId: `<${subject}@long.test>` }),
      mailOf({ subject: `Filed ${subject}`, text: "The quarterly figures", date: at(index) }),
    ]),
    mailOf({ subject: "Long", text: "The quarterly figures", date: at(50) }),
  ]);
  const { items } = await listOf(who);
  const idsOf = (begin: string) => items.flatMap(({ id, subject }) => (subject.startsWith(begin) ? id : []));
  await call(who, api.actions.apply, { body: { ids: idsOf("Filed"), action: "archive" } });
  await lengthenThread(peek, idsOf("Long")[0] ?? "", 1_300);
  return who;
}

test("a thread of a thousand messages hides no other thread of a list or a search", async () => {
  const who = await reader();
  const filed = others.map((subject) => `Filed ${subject}`);
  const lists = {
    inbox: [{}, others],
    archive: [{ folder: "archive" }, filed],
    all: [{ folder: "all" }, [...filed, ...others]],
    search: [{ q: "quarterly" }, [...filed, ...others]],
    "search in the inbox": [{ q: "quarterly in:inbox" }, others],
    "search in the archive": [{ q: "quarterly in:archive" }, filed],
  } as const;
  for (const [name, [query, subjects]] of Object.entries(lists)) {
    const page = await listOf(who, { ...query, group: "thread" });
    const [first, ...rest] = page.items.map(({ subject }) => subject);
    expect([name, first, rest.sort()]).toEqual([name, "Long", [...subjects].sort()]);
    expect([name, page.nextCursor]).toEqual([name, null]);
    expect(page.items[0]?.thread?.size).toBe(maxThreadSize);
  }
});

test("pages of threads behind a long one have each thread once", async () => {
  const who = await reader();
  for (const query of [{}, { q: "quarterly" }, { folder: "all" }]) {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listOf(who, { ...query, group: "thread", limit: 2, ...(cursor && { cursor }) });
      found.push(...page.items.map(({ subject }) => subject));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(found[0]).toBe("Long");
    expect(found.length, JSON.stringify(query)).toBe(new Set(found).size);
    expect(found).toEqual(expect.arrayContaining(others));
  }
});
