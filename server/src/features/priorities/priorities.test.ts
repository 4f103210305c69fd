import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";
import type { Caller } from "#test/test-world.ts";

const { person, call, giveMail, listOf, peek } = await mailWorld();
const { priorities } = api;

const hour = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * hour);
const meera = "Meera Nair <meera@ornate.example>";

const subjectsIn = async (who: Caller, priority: "important" | "other") =>
  (await listOf(who, { priority })).items.map(({ subject }) => subject);
const idOf = async (who: Caller, subject: string) =>
  (await listOf(who)).items.find((item) => item.subject === subject)?.id ?? "";
const whyOf = async (who: Caller, subject: string) => {
  const { body } = await call(who, priorities.get, { params: { id: await idOf(who, subject) } });
  return body.priority && [body.priority.part, body.priority.reason, body.priority.detail];
};

type Mail = Parameters<typeof mailOf>[0];
let count = 0;
/** A mail to the user that asks nothing. */
const to = (who: Caller & { email: string }, mail: Mail) =>
  mailOf({ to: who.email, from: meera, date: ago(++count / 100), text: "The boxes have left our house.", ...mail });

test("each mail of the inbox is in one part, with the reason [PRI-01] [PRI-02]", async () => {
  const who = await person("NORMAL_USER", { name: "Rohan Desai" });
  const colleague = await person("NORMAL_USER", { tenantId: who.tenantId });
  const friend = "Anand Iyer <anand@friend.example>";
  await giveMail(who, [mailOf({ from: who.email, to: friend, subject: "Hello", date: ago(48) })], "sent");
  await giveMail(
    who,
    [mailOf({ from: who.email, to: "new@partner.example", subject: "Offer", messageId: "<o1@x>", date: ago(40) })],
    "sent",
  );
  await call(who, api.people.create, {
    body: { name: "Anand Iyer", addresses: [{ address: "anand@friend.example" }] } as never,
  });
  const lists = ["List-Unsubscribe: <https://shop.example/u>", "List-Id: <news.shop.example>"];
  await giveMail(who, [
    to(who, { subject: "colleague", from: colleague.email }),
    to(who, { subject: "known", from: friend }),
    to(who, { subject: "answer", from: "new@partner.example", headers: ["In-Reply-To: <o1@x>"] }),
    to(who, { subject: "question", text: "Hi Rohan,\n\nWhich size of boxes do you need?\n\nMeera" }),
    to(who, { subject: "stranger" }),
    to(who, { subject: "newsletter", headers: lists, text: "Do you want to save 20 % today?" }),
    to(who, { subject: "program", from: "no-reply@bank.example" }),
    to(who, { subject: "notToYou", to: "team@ornate.example", text: "Can you call me today?" }),
    to(who, {
      ...{ subject: "sales", from: "Max <max@leads.example>" },
      text: "Are you open to a quick call? We boost your sales. Reply stop or unsubscribe here.",
    }),
    to(who, { subject: "Your receipt", from: "billing@shop.example", text: "Total: 20 EUR paid." }),
  ]);
  expect((await subjectsIn(who, "important")).sort()).toEqual(["answer", "colleague", "known", "question"]);
  expect((await subjectsIn(who, "other")).sort()).toEqual(
    ["Your receipt", "newsletter", "notToYou", "program", "sales", "stranger"].sort(),
  );
  for (const reason of ["answer", "colleague", "known", "stranger", "newsletter", "program", "notToYou", "sales"])
    expect((await whyOf(who, reason))?.[1]).toBe(reason);
  expect(await whyOf(who, "question")).toEqual(["important", "question", "Which size of boxes do you need?"]);
  expect((await call(who, priorities.unread, {})).body).toEqual({ important: 4, other: 6 });
});

test("moving a conversation moves the sender's mail, also what comes later, and can be undone [PRI-03]", async () => {
  const who = await person("NORMAL_USER");
  await giveMail(who, [to(who, { subject: "First" }), to(who, { subject: "Second" })]);
  expect(await subjectsIn(who, "important")).toEqual([]);
  const id = await idOf(who, "First");
  const moved = await call(who, priorities.choose, { params: { id }, body: { part: "important" } });
  expect(moved.body).toMatchObject({
    priority: { part: "important", reason: "moved", chosen: "important" },
    before: null,
  });
  await giveMail(who, [to(who, { subject: "Third" }), to(who, { subject: "Foreign", from: "x@elsewhere.example" })]);
  expect((await subjectsIn(who, "important")).sort()).toEqual(["First", "Second", "Third"]);
  expect((await whyOf(who, "Third"))?.[1]).toBe("sender");
  await call(who, priorities.choose, { params: { id }, body: { part: moved.body.before } });
  expect(await subjectsIn(who, "important")).toEqual([]);
  expect(await subjectsIn(who, "other")).toHaveLength(4);
});

test("an answer in a conversation that was moved stays in its part [PRI-03]", async () => {
  const who = await person("NORMAL_USER");
  await giveMail(who, [to(who, { subject: "Trip", messageId: "<t1@x>", text: "Can you call me today?" })]);
  expect(await subjectsIn(who, "important")).toEqual(["Trip"]);
  await call(who, priorities.choose, { params: { id: await idOf(who, "Trip") }, body: { part: "other" } });
  const answer = { from: "y@elsewhere.example", headers: ["In-Reply-To: <t1@x>"], text: "Can you send it today?" };
  await giveMail(who, [to(who, { subject: "Re: Trip", ...answer })]);
  expect(await subjectsIn(who, "important")).toEqual([]);
});

test("mail that nobody opens goes to Other, even if it asks [PRI-02]", async () => {
  const who = await person("NORMAL_USER");
  const asks = { text: "Hi,\n\nWhich size of boxes do you need?\n\nMeera" };
  await giveMail(
    who,
    [1, 2, 3, 4, 5].map((n) => to(who, { subject: `Mail ${n}`, ...asks })),
  );
  expect((await whyOf(who, "Mail 1"))?.[1]).toBe("unread");
});

test("a rule that marks as important decides; archived mail has no part [PRI-02]", async () => {
  const who = await person("NORMAL_USER");
  await giveMail(who, [to(who, { subject: "Marked" }), to(who, { subject: "Gone" })]);
  await peek("update messages set important = true where subject = 'Marked' and user_id = $1", [who.id]);
  expect(await whyOf(who, "Marked")).toEqual(["important", "rule", ""]);
  const id = await idOf(who, "Gone");
  await call(who, api.actions.apply, { body: { ids: [id], action: "archive" } });
  expect((await call(who, priorities.get, { params: { id } })).body).toEqual({ priority: null });
  expect((await call(who, priorities.choose, { params: { id }, body: { part: "other" } })).status).toBe(409);
});

test("pages of a part follow each other, and a cursor of one part is refused in the other [PRI-01]", async () => {
  const who = await person("NORMAL_USER");
  await giveMail(
    who,
    [1, 2, 3].map((n) => to(who, { subject: `Mail ${n}`, from: `p${n}@x.example` })),
  );
  const first = await listOf(who, { priority: "other", limit: 2 });
  const rest = await listOf(who, { priority: "other", limit: 2, cursor: first.nextCursor });
  expect([...first.items, ...rest.items].map(({ subject }) => subject)).toEqual(["Mail 1", "Mail 2", "Mail 3"]);
  const query = { priority: "important", cursor: first.nextCursor ?? "" } as const;
  expect((await call(who, api.inbox.threads, { query })).status).toBe(400);
});

test("parts are of the inbox only, and nobody sees or moves the mail of somebody else [PRI-04]", async () => {
  const [who, other, stranger] = [
    await person("NORMAL_USER"),
    await person("NORMAL_USER"),
    await person("NORMAL_USER"),
  ];
  await giveMail(who, [to(who, { subject: "Mine" })]);
  const id = await idOf(who, "Mine");
  for (const caller of [other, stranger]) {
    expect((await call(caller, priorities.get, { params: { id } })).status).toBe(404);
    expect((await call(caller, priorities.choose, { params: { id }, body: { part: "important" } })).status).toBe(404);
  }
  for (const query of [{ q: "x" }, { folder: "sent" as const }, { folder: "all" as const }]) {
    const { status, body } = await call(who, api.inbox.threads, { query: { ...query, priority: "other" } });
    expect([status, (body as { error?: string }).error]).toEqual([
      400,
      "Important and Other are parts of the inbox, without a search",
    ]);
  }
  expect((await call(who, priorities.choose, { params: { id }, body: { part: "urgent" as never } })).status).toBe(400);
});
