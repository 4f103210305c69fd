import { expect, test } from "vitest";
import { summarizeThread } from "../builtin.ts";

const now = new Date("2026-05-04T08:00:00Z");
const tasksIn = (body: string) =>
  summarizeThread({
    thread: [
      {
        from: "Dev Anand <dev@cut.example>",
        to: "Alex Morgan <alex@our.example>",
        at: now,
        body: `Hi Alex,\n\n${body}\n\nDev`,
      },
    ],
    now,
  }).actions.map(({ action }) => action);

test.each([
  "Can you do 600 instead of 500, same price per piece?",
  "Could you tell me what they are?",
  "I'll pay the postage of course.",
])("what is only decided, answered or offered is no task: %s", (body) => {
  expect(tasksIn(body)).toEqual([]);
});

test("a lack whose remedy is asked for is one task", () => {
  expect(tasksIn("For the baker I don't have a number, can you ask Mila?")).toEqual(["Ask Mila"]);
});

test.each([
  ["I also need photos of the damp bags for our insurance.", /photos of the damp bags/],
  ["We need 1) the packing list 2) proof of origin for the pumps 3) the EORI number.", /proof of origin/],
])("a need without an article and a list in one line are tasks: %s", (body, task) => {
  expect(tasksIn(body).join("\n")).toMatch(task);
});

test("what will be in French is no promise, and what is wanted in Hinglish is a task", () => {
  expect(tasksIn("Bonjour,\n\nNous arriverons vers 23 h, merci pour la remise et pour votre réponse rapide.")).toEqual(
    [],
  );
  expect(tasksIn("Saturday 11 baje thik hai. Rollback plan bhi chahiye.").join()).toMatch(/Rollback plan/);
});
