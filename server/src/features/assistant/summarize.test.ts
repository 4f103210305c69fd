import { api } from "@intellibox/contract/api";
import { expect, test } from "vitest";
import { assistantWorld, sampleThread as thread } from "#test/assistant-world.ts";
import { threadWorkOf } from "#test/thread-work.ts";

const { person, call, withModel } = await assistantWorld();

test("a thread becomes key points and actions, each with its source [API-16]", async () => {
  const ana = await person("NORMAL_USER");
  const { status, body } = await call(ana, api.assistant.summarize, { body: { thread } });
  expect(status).toBe(200);
  expect(body.summary.length).toBeGreaterThan(0);
  expect(body.summarySources).toHaveLength(body.summary.length);
  for (const source of body.summarySources) expect([0, 1]).toContain(source);
  const budget = body.actions.find(({ action }) => /budget/i.test(action));
  expect(budget).toMatchObject({
    due: expect.stringMatching(/^2026-11-13T/),
    sourceIndex: 0,
    source: expect.stringContaining("Priya"),
  });
});

test("a time of day is read by the clock of the mail, or else by the reader's", async () => {
  const ana = await person("NORMAL_USER");
  const due = async (at: string | null, timeZone?: string) => {
    const asked = {
      thread: [{ from: "Priya", to: "Ana", at, body: "Ana, please send the budget by 5 pm tomorrow." }],
      timeZone,
    };
    return (await call(ana, api.assistant.summarize, { body: asked })).body.actions[0]?.due;
  };
  expect(await due("2026-11-12T10:00:00-08:00", "Asia/Kolkata")).toBe("2026-11-14T01:00:00.000Z");
  expect(await due("2026-11-12T10:00:00", "Asia/Kolkata")).toBe("2026-11-13T11:30:00.000Z");
  expect(await due("2026-11-12T10:00:00Z", "Asia/Kolkata")).toBe("2026-11-13T11:30:00.000Z");
  expect(await due("2026-11-12T10:00:00Z")).toBe("2026-11-13T17:00:00.000Z");
  expect(await due(null, "Asia/Kolkata")).toMatch(/T11:30:00.000Z$/);
});

test("a model's date without an offset is read by the reader's clock", async () => {
  const actions = ["2026-11-13T09:00", "2026-11-13", "2026-11-13T09:00:00Z", "someday"].map((due) => ({
    action: "Do it",
    due,
  }));
  const { who } = await withModel(() => ({ pieces: [JSON.stringify({ summary: ["One"], actions })] }));
  const { body } = await call(who, api.assistant.summarize, { body: { thread, timeZone: "Asia/Kolkata" } });
  expect(body.actions.map(({ due }) => due)).toEqual([
    "2026-11-13T03:30:00.000Z",
    "2026-11-13T11:30:00.000Z",
    "2026-11-13T09:00:00.000Z",
    "",
  ]);
});

test("actions that a model gives as text with dashes are split into their parts [SUM-17]", async () => {
  const { who } = await withModel(() => ({
    pieces: [
      JSON.stringify({
        summary: ["One point"],
        actions: ["Send the budget - Ana - 2026-11-13 - Message 1", "Call Rohan"],
      }),
    ],
  }));
  const { body } = await call(who, api.assistant.summarize, { body: { thread } });
  expect(body.actions).toEqual([
    {
      action: "Send the budget",
      owner: "Ana",
      due: "2026-11-13T17:00:00.000Z",
      source: "Message 1",
      sourceIndex: null,
    },
    { action: "Call Rohan", owner: "", due: "", source: "", sourceIndex: null },
  ]);
});

test("a long thread is summarized in worker threads; an empty or overlong one is refused", async () => {
  const ana = await person("NORMAL_USER");
  const summarize = (thread: object[]) => call(ana, api.assistant.summarize, { body: { thread } });
  const body = "Please send the signed contract to Priya by Friday. ".repeat(100);
  const { result, done } = await threadWorkOf(() => summarize([{ from: "Ana <ana@acme.test>", body }]));
  expect(result.status).toBe(200);
  expect(done).toEqual({ readAllUntrusted: 1, summarizeThread: 1 });
  for (const thread of [[], [{ body: "" }], [{ body: " " }, { body: "<p>&nbsp;</p>" }]])
    expect(await summarize(thread)).toMatchObject({
      status: 400,
      body: { error: "Please paste the email to summarize" },
    });
  const long = Array.from({ length: 7 }, () => ({ body: "x".repeat(90_000) }));
  expect(await summarize(long)).toMatchObject({
    status: 400,
    body: { error: "The thread is too long: at most 600,000 characters" },
  });
});
