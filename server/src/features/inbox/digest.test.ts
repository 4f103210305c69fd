import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { newId } from "#lib/ids.ts";
import { mailOf } from "#test/mail-of.ts";
import { mailWorld } from "#test/mail-world.ts";
import type { Caller } from "#test/test-world.ts";

const { person, call, giveMail, listOf } = await mailWorld();
const { inbox, summaries } = api;

const root = "<root@example.com>";
const asking = mailOf({
  subject: "Samples",
  messageId: root,
  date: new Date("2026-11-09T09:00:00Z"),
  text: "Hi Rohan,\n\nPlease send the three samples by Friday. The launch moves to June.\n\nPriya",
});
const answerTo = (text: string, date: string) =>
  mailOf({
    subject: "Re: Samples",
    date: new Date(date),
    text,
    headers: [`In-Reply-To: ${root}`, `References: ${root}`],
  });

async function threadOf(who: Caller, mails = [asking]) {
  await giveMail(who, mails);
  return (await listOf(who)).items[0]?.id ?? "";
}
const digest = (who: Caller, id: string) => call(who, inbox.digest, { params: { id }, body: {} });
const read = async (who: Caller, id: string) => (await call(who, inbox.message, { params: { id } })).body;
const change = (who: Caller, id: string, body: object) => call(who, summaries.changeTasks, { params: { id }, body });

test("the summary of a thread is kept, and read again with each of its messages [INB-18] [INB-21]", async () => {
  const who = await person("NORMAL_USER");
  const id = await threadOf(who, [asking, answerTo("The samples leave on Thursday.", "2026-11-10T09:00:00Z")]);
  expect((await read(who, id)).digest).toBeNull();
  const { status, body } = await digest(who, id);
  expect(status).toBe(200);
  expect(body).toMatchObject({ provider: "builtin", messages: 2, newer: 0 });
  expect(body.points.join(" ")).toMatch(/samples/i);
  expect(body.tasks[0]).toMatchObject({ action: expect.stringMatching(/three samples/i), done: false, planned: false });
  const { digest: kept, thread } = await read(who, id);
  expect(kept).toEqual(body);
  expect((await read(who, thread[0]?.id ?? "")).digest).toEqual(body);
});

test("Summarize opens the same summary, with the text of the messages", async () => {
  const who = await person("NORMAL_USER");
  const id = await threadOf(who);
  const { body } = await digest(who, id);
  const kept = await call(who, summaries.get, { params: { id: body.id } });
  expect(kept.body).toMatchObject({ title: "Samples", summary: body.points, actions: [] });
  expect(kept.body.thread).toMatchObject([{ body: expect.stringContaining("three samples") }]);
});

test("messages that came after the summary are counted until it is written anew, and plan and ticks stay", async () => {
  const who = await person("NORMAL_USER");
  const first = await threadOf(who);
  const { body } = await digest(who, first);
  await change(who, body.id, { tasks: [0], change: "plan" });
  await change(who, body.id, { tasks: [0], change: "done" });
  await giveMail(who, [answerTo("They arrived. Could you confirm the price by Monday?", "2026-11-12T09:00:00Z")]);
  const newest = (await listOf(who)).items.find(({ subject }) => subject === "Re: Samples")?.id ?? "";
  expect((await read(who, newest)).digest).toMatchObject({ id: body.id, newer: 1 });
  const again = (await digest(who, newest)).body;
  expect(again).toMatchObject({ id: body.id, newer: 0, messages: 2 });
  expect(again.tasks.find(({ action }) => action === body.tasks[0]?.action)).toMatchObject({
    done: true,
    planned: true,
  });
  expect((await call(who, summaries.get, { params: { id: body.id } })).body.actions).toMatchObject([
    { action: body.tasks[0]?.action, sourceIndex: 0 },
  ]);
  expect((await call(who, summaries.list)).body).toHaveLength(1);
});

test("a task is ticked, opened again, and added to the plan once", async () => {
  const who = await person("NORMAL_USER");
  const { id, tasks } = (await digest(who, await threadOf(who))).body;
  expect((await change(who, id, { tasks: [0], change: "done" })).body.tasks[0]).toMatchObject({ done: true });
  expect((await change(who, id, { tasks: [0], change: "open" })).body.tasks[0]).toMatchObject({ done: false });
  for (const _ of [1, 2]) await change(who, id, { tasks: [0], change: "plan" });
  const { actions } = (await call(who, summaries.get, { params: { id } })).body;
  expect(actions.map(({ action }) => action)).toEqual([tasks[0]?.action]);
  expect((await call(who, summaries.list)).body).toMatchObject([{ actions: 1 }]);
  expect((await change(who, id, { tasks: [99], change: "plan" })).status).toBe(404);
  for (const body of [
    { tasks: [], change: "plan" },
    { tasks: [-1], change: "plan" },
    { tasks: [0], change: "delete" },
    { tasks: [0], change: "done", actions: [] },
  ])
    expect((await change(who, id, body)).status).toBe(400);
});

test("nobody else summarizes a thread, reads its summary or changes its tasks", async () => {
  const who = await person("NORMAL_USER");
  const messageId = await threadOf(who);
  const { id } = (await digest(who, messageId)).body;
  for (const other of [
    await person("ADMIN", { tenantId: who.tenantId }),
    await person("NORMAL_USER", { tenantId: who.tenantId }),
    await person("NORMAL_USER"),
  ]) {
    expect((await digest(other, messageId)).status).toBe(404);
    expect((await change(other, id, { tasks: [0], change: "done" })).status).toBe(404);
  }
  expect((await digest(who, newId())).status).toBe(404);
  expect((await read(who, messageId)).digest?.tasks[0]?.done).toBe(false);
});

test("a task of Summarize's own summaries cannot be changed, because they have none", async () => {
  const who = await person("NORMAL_USER");
  const content = { title: "x", thread: [], summary: [], summarySources: [], actions: [], written: null };
  const { id } = (await call(who, summaries.keep, { body: content })).body;
  expect((await change(who, id, { tasks: [0], change: "done" })).status).toBe(404);
});
