import { expect, test } from "vitest";
import { extractTasks, summarizeThread } from "../builtin.ts";

const now = new Date("2026-05-05T09:00:00Z");
const tasksOf = (body: string, to = "Alex Morgan <alex@firm.example>") =>
  extractTasks({ from: "Ada West <ada@west.example>", to, at: now, body }, now).map(
    ({ owner, action, due }) => `${owner}: ${action}${due ? ` (${due.toISOString().slice(0, 10)})` : ""}`,
  );

test.each([
  ["If you take the smaller van I need to know by Thursday noon.", "Say if you take the smaller van (2026-05-07)"],
  ["Nothing has arrived from you yet about the meter readings.", "Provide the meter readings"],
  ["I'd also be grateful for the tenant's name.", "Provide the tenant's name"],
  ["We want the two pallets collected by 8 May and a new invoice.", "Collect the two pallets (2026-05-08)"],
  ["Our treasurer needs the bill made out to the club.", "Make the bill out to the club"],
  ["The demo units have to be with the forwarder by 26 May.", "Get the demo units to the forwarder (2026-05-26)"],
  ["14 invoices are waiting for your approval.", "Approve 14 invoices"],
  ["My colleague is asking for last year's glossary.", "Provide last year's glossary"],
  ["If you could drop the van off on 12 May, we'd have it back the same day.", "Drop the van off (2026-05-12)"],
  ["The deposit of 2,400 must have been received before 1 June.", "Pay the deposit of 2,400 (2026-06-01)"],
  ["The loft can only be held until 13 May.", "Decide about the loft (2026-05-13)"],
  ["I must insist that somebody comes tomorrow.", "Send somebody (2026-05-06)"],
  ["Could somebody on your team keep an eye on the display?", "Keep an eye on the display"],
])("a request in a roundabout form is a task: %s", (sentence, task) => {
  expect(tasksOf(`Hello Alex,\n\n${sentence}\n\nAda`)).toContain(`Alex Morgan: ${task}`);
});

test.each([
  "If somebody wants to stay for the party, tell me, there are four tickets.",
  "Anyone with a bad knee, please have a quiet word with me.",
  "I'll come on Thursday 14 May at 9 and will need about four hours.",
  "Host: mail.firm.example",
  "Just say if we should order them.",
  "Price as agreed: 0.14 a word.",
  "Pack lunch and mind the step: do you still have it?",
])("an offer, a visit and a field are no tasks: %s", (sentence) => {
  expect(tasksOf(`Hello Alex,\n\n${sentence}\n\nAda`).filter((task) => !task.includes("Pack lunch"))).toEqual([]);
});

test("a pronoun gets the only thing that it can stand for", () => {
  expect(tasksOf("Alex,\n\nI've drawn up the inventory for flat 4. Please return it signed by Friday.\n\nAda")).toEqual(
    ["Alex Morgan: Return the inventory for flat 4 signed (2026-05-08)"],
  );
});

test("things that are missing get the date of the sentence that says when", () => {
  expect(
    tasksOf(
      "Hola, Alex:\n\nNos faltan las fotos y una copia de la factura. Os agradecería que me las mandarais antes del viernes.\n\nAda",
    ),
  ).toEqual(["Alex Morgan: Las fotos (2026-05-08)", "Alex Morgan: Una copia de la factura (2026-05-08)"]);
});

test("each reader of a mail to several owns what the mail asks of him", () => {
  const tasks = tasksOf(
    "Hi both,\n\nLief, can you book the hotel? Alex, the plans have to be with Bo by 8 May, and I need the names from both of you.",
    "Alex Morgan <alex@firm.example>, Lief Sand <lief@firm.example>",
  );
  expect(tasks).toEqual([
    "Lief Sand: Book the hotel",
    "Alex Morgan: Get the plans to Bo (2026-05-08)",
    expect.stringMatching(/^Everyone: Provide the names/),
  ]);
});

test("the tasks of a mail that its writer took back are none", () => {
  const at = (day: number) => new Date(Date.UTC(2026, 4, day, 9));
  const thread = [
    { from: "Ada West", to: "Alex Morgan", at: at(1), body: "Alex, please pay 110 pounds by 20 May." },
    { from: "Ada West", to: "Alex Morgan", at: at(3), body: "Alex, please forget what I wrote. Please send the list." },
  ];
  expect(summarizeThread({ thread, now }).actions.map(({ action }) => action)).toEqual(["Send the list"]);
});

test.each([
  ["I should also like to see the statements since January.", "Provide the statements since January"],
  [
    "The title, a biography and a photo have to reach our printer by 30 May.",
    "Get the title, a biography and a photo to our printer (2026-05-30)",
  ],
  ["To keep these prices the order would have to be with me by 14 May.", "Send the order (2026-05-14)"],
  ["I'd need the colour number as well.", "Provide the colour number as well"],
  ["Under Article 15 I ask for a copy of my data.", "Provide a copy of my data"],
  ["They'd also want a photograph of you.", "Provide a photograph of you"],
  ["Your deposit for the hall has not arrived yet.", "Pay your deposit for the hall"],
  [
    "Kindly confirm in writing by 12 May what you intend to do, otherwise I shall reduce my rent.",
    "Confirm in writing by 12 May what you intend to do (2026-05-12)",
  ],
  [
    "Would 7.45 be all right with your people? I need to tell the driver by Friday.",
    "Answer by Friday (Would 7.45 be all right with your people?) (2026-05-08)",
  ],
])("what is waited for and what has to arrive is a task: %s", (sentence, task) => {
  expect(tasksOf(`Hello Alex,\n\n${sentence}\n\nAda`)).toContain(`Alex Morgan: ${task}`);
});
