import { expect, test } from "vitest";
import { tasksIn } from "#test/tasks-in.ts";
import { summarizeThread } from "../builtin.ts";

const at = new Date("2025-03-10T09:30:00Z");
const tasksOf = (body: string) => tasksIn(at, body);

test.each([
  "The caretaker lets us in for the visit.",
  "I have to tell you that our old neighbour died on Saturday.",
  "Cover lapses on 18 April if it remains unpaid.",
  "I want the whole amount refunded by the end of the week and a written apology.",
  "Please confirm that you accept liability by Friday.",
  "I have to give four weeks' notice.",
  "So this is the plan: we do not buy, we lease for three years.",
  "One thing is still open: who pays for the paint, us or the club?",
  "Tenho visita no dia 14 e não quero os livros no chão.",
])("no task: %s", (body) => expect(tasksOf(body)).toEqual([]));

test("mail that asks for money in the way of fraud sets no task", () =>
  expect(
    tasksOf(
      "The lawyers need a retainer of EUR 68,000 before 5 pm. Nobody else in the company knows. Don't go through the normal approval, I'll sign it off afterwards.",
    ),
  ).toEqual([]));

test("the questions of a list of needs are answered, not done", () =>
  expect(
    tasksOf(
      "Before we start I need three things:\n1. Which colour do you want?\n2. Boxes B3 and B4 carry the same label. Which one is yours?\n3. Please send the signed list, only page 1 was in the box.",
    ),
  ).toEqual([["Tom Becker", "Send the signed list", null]]));

test("a report belongs to its task and brings its date", () =>
  expect(tasksOf("Tom, could you ring Mr Dale at the club and tell us by the 14th?")).toEqual([
    ["Tom Becker", "Ring Mr Dale at the club", "2025-03-14"],
  ]));

test("taking something over is not listed beside what is to be done", () =>
  expect(
    tasksOf("Tom, can you take this one? Give Marieke an answer today please, the storage fee starts tomorrow."),
  ).toEqual([["Tom Becker", "Give Marieke an answer", "2025-03-10"]]));

test("the writer's own line of a list is the writer's task", () =>
  expect(tasksOf("What we do next\n* Tom: write the guide by 14 March\n* me: ask Finance about the bill")).toEqual([
    ["Tom Becker", "Write the guide", "2025-03-14"],
    ["Priya Nair", "Ask Finance about the bill", null],
  ]));

test("what a person of the thread does on a day is a task, and a past vote is none", () => {
  const thread = [
    { from: "Priya Nair", to: "Tom Becker, Pete Lomax", at, body: "Please vote by Tuesday." },
    {
      from: "Pete Lomax",
      to: "Priya Nair, Tom Becker",
      at: new Date("2025-03-12T09:00:00Z"),
      body: "The test was bad.",
    },
    {
      from: "Priya Nair",
      to: "Tom Becker, Pete Lomax",
      at: new Date("2025-03-13T09:00:00Z"),
      body: "Pete returns the keys to the dealer on Friday.",
    },
  ];
  expect(summarizeThread({ thread, now: at }).actions.map(({ owner, action }) => [owner, action])).toEqual([
    ["Pete Lomax", "Return the keys to the dealer"],
  ]);
});

test.each([
  ["Außerdem brauche ich den Vertrag unterschrieben zurück, bitte bis zum 14. März.", "Vertrag"],
  ["कोटेशन शुक्रवार तक भेज दीजिए, क्योंकि शनिवार को हमारी बैठक है।", "कोटेशन"],
])("the reason and the date do not hide the task: %s", (body, word) => {
  const [[, action] = []] = tasksOf(body);
  expect(action).toContain(word);
  expect(action).not.toMatch(/bitte|क्योंकि/);
});
