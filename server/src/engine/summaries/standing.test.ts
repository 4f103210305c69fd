import { expect, test } from "vitest";
import { keyPointsOf } from "./summarize.ts";

const pointsOf = (...bodies: [from: string, body: string][]) =>
  keyPointsOf(bodies.map(([from, body]) => ({ from, to: "Alex Morgan", body }))).map(({ text }) => text);

test("a day that a later mail takes back, and what was answered, are no points", () => {
  const points = pointsOf(
    ["Corinne Baptiste", "The concert is on 19 June at 7 pm in the main hall. Could you book the tuner?"],
    ["Alex Morgan", "The tuner is booked for the 19th. How many chairs do you need?"],
    [
      "Corinne Baptiste",
      "The hall is being rewired, so the 19th is off. We move to Friday 26 June. So 140 chairs it is.",
    ],
  ).join("\n");
  expect(points).toMatch(/26 June/);
  expect(points).toMatch(/140 chairs/);
  expect(points).not.toMatch(/19 June|booked for|How many|Could you/);
});

test("a price that a later mail sets anew is no point", () => {
  const points = pointsOf(
    ["Gisela Rau", "Hallo Alex, wir könnten am 3. Juni montieren. Die Kosten bleiben bei 4.800 Euro."],
    ["Gisela Rau", "Hallo Alex, leider muss ich den 3. Juni zurücknehmen. Der Preis erhöht sich auf 5.150 Euro."],
  ).join("\n");
  expect(points).toMatch(/5\.150/);
  expect(points).not.toMatch(/4\.800|montieren/);
});

test("fields of a record and a lead with its options are read together", () => {
  expect(pointsOf(["Desk", "Receipt no.: PF-31\nLevel: 2\nAmount: £17.40\n\nThis mailbox is not monitored."])).toEqual([
    "Receipt no.: PF-31; Level: 2; Amount: £17.40",
  ]);
  expect(
    pointsOf(["Desk", "The certificate of this host ends soon:\n\nHost: mail.firm.example\nEnds: 21 September"]),
  ).toEqual(["The certificate of this host ends soon: Host: mail.firm.example; Ends: 21 September"]);
});

test.each([
  ["The pump arrives on 4 May. We have been customers for eleven years.", /eleven/],
  ["The pump arrives on 4 May. If you fancy another visit just say the word.", /fancy/],
  ["The pump arrives on 4 May. The weather was glorious here at the weekend.", /glorious/],
])("a side remark is no point: %s", (body, remark) => {
  const points = pointsOf(["Ada West", body]).join("\n");
  expect(points).toMatch(/4 May/);
  expect(points).not.toMatch(remark);
});

test("in a mail to two readers a request keeps the name of its reader", () => {
  const points = keyPointsOf([
    {
      from: "Tam Oko",
      to: "Alex Morgan, Lief Sand",
      body: "Lief, can you book the hotel this week? Alex, call Bo today.",
    },
  ]).map(({ text }) => text);
  expect(points.join("\n")).toMatch(/Lief, can you book/);
});

test("an apology that goes on with the news is a point, and a list keeps its own lead only", () => {
  const points = pointsOf([
    "Ada West",
    "Sorry to mess you about: because of the works we'd have to leave at 7.45 instead of 8.15.\n\nThanks for the feedback. Two new directions:\n\n1. wordmark only\n2. wordmark with arch",
  ]).join("\n");
  expect(points).toMatch(/7\.45 instead/);
  expect(points).toMatch(/Two new directions: wordmark only; wordmark with arch/);
  expect(points).not.toMatch(/feedback/);
});
