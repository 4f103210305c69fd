import { expect, test } from "vitest";
import { tasksIn } from "#test/tasks-in.ts";

const at = new Date("2025-03-10T09:30:00Z");
const tasksOf = (body: string) => tasksIn(at, body);

test.each([
  ["Great, could you book the hall for Friday?", "Book the hall"],
  ["Hey, could you bring the spare key on Friday?", "Bring the spare key"],
  ["Perfect, please order the second pallet by Friday.", "Order the second pallet"],
])("an interjection owns no task: %s", (body, action) => {
  expect(tasksOf(body)).toEqual([["Tom Becker", action, "2025-03-14"]]);
});

test.each([
  "If the alarm rings again, call the porter.",
  "If the parcel is damaged, refuse it.",
  "Urgent? Call the depot.",
  "Forget the 24th, the board moved the opening.",
  "Can we bring our dog?",
  "Sie müssen nichts weiter veranlassen.",
  "Wir müssen bis Freitag entscheiden.",
  "Bonjour Tom,\n\nSi vous ne pouvez pas venir, je demanderai à mon voisin.",
  "Hola Tom,\n\nNo tiene que hacer nada más. La entrega tiene que ser el lunes por la mañana.",
  "Boa tarde,\n\no barco entra na doca na segunda-feira. A tripulação pode dormir a bordo?",
  "I can't talk, so don't call. This is confidential: please settle the invoice with the urgent transfer.",
])("a condition, a question of permission and what need not be done are no tasks: %s", (body) => {
  expect(tasksOf(body)).toEqual([]);
});

test("a list that continues a sentence keeps every item and the date behind it", () => {
  const body =
    "Dear Mx Becker\n\nTwo papers are missing. Please send us\n\n- proof of insurance\n- a plan that shows the fire lane\n\nby Friday 14 March. Without them there is no licence.";
  expect(tasksOf(body)).toEqual([
    ["Tom Becker", "Send us proof of insurance", "2025-03-14"],
    ["Tom Becker", "Send us a plan that shows the fire lane", "2025-03-14"],
  ]);
});

test("a person with a title owns the task", () => {
  const body = "Minutes of today.\n\nAgreed:\n- Sister Okoye orders the gloves by Friday\n- Farouk checks the exits";
  expect(tasksOf(body)).toEqual([
    ["Sister Okoye", "Order the gloves", "2025-03-14"],
    ["Farouk", "Check the exits", null],
  ]);
  expect(tasksOf("Dr. Pillai will send the slides by Friday.")).toEqual([
    ["Dr. Pillai", "Send the slides", "2025-03-14"],
  ]);
});

test.each([
  ["Hallo Tom,\n\nschick mir bitte die Liste der Teilnehmer.", "Schick mir die Liste der Teilnehmer", null],
  [
    "Guten Tag,\n\nwir bitten Sie, den Betrag auf unser Konto zu überweisen.",
    "Den Betrag auf unser Konto zu überweisen",
    null,
  ],
  ["Bonjour Tom,\n\ntu peux rappeler le client ?", "Rappeler le client", null],
  ["Hola Tom,\n\nmándame por favor el presupuesto mañana.", "Mándame el presupuesto", "2025-03-11"],
])("a request in another language keeps its verb: %s", (body, action, due) => {
  expect(tasksOf(body)).toEqual([["Tom Becker", action, due]]);
});

test.each([
  ["The new page comes from me on Friday.", "Priya Nair", "Send The new page", "2025-03-14"],
  ["Jonna is fine with it if we both sign the sheet before Friday.", "Tom Becker", "Sign the sheet", "2025-03-14"],
  ["Could your people set out the axes on Friday?", "Tom Becker", "Set out the axes", "2025-03-14"],
  ["Deliver to the south gate on Friday.", "Tom Becker", "Deliver to the south gate", "2025-03-14"],
])("a task that is said in passing: %s", (body, owner, action, due) => {
  expect(tasksOf(body)).toEqual([[owner, action, due]]);
});

test("what is still needed from the reader is a task for each item", () => {
  expect(tasksOf("Hi Tom,\n\nwe still need from you:\n- the allergy form\n- two photos")).toEqual([
    ["Tom Becker", "Provide the allergy form", null],
    ["Tom Becker", "Provide two photos", null],
  ]);
});

test("under a plea every item is an order, and a rhythm is no date", () => {
  const body =
    "Dear Tom,\n\nplease\n- water the ferns twice a week\n- empty the post box\n- feed Minka (dry food only)";
  expect(tasksOf(body)).toEqual([
    ["Tom Becker", "Water the ferns twice a week", null],
    ["Tom Becker", "Empty the post box", null],
    ["Tom Becker", "Feed Minka (dry food only)", null],
  ]);
});

test("each of two people in a sentence owns a task, and a question is none", () => {
  expect(
    tasksOf("Mr Okonkwo needs to sign the release by Friday and Dr. Lind has to approve the dose.").map(([who]) => who),
  ).toEqual(["Mr Okonkwo", "Dr. Lind"]);
  expect(tasksOf("Shall we send them to Harrow? Three points:\na) when could you start\nb) who pays")).toEqual([]);
});

test("two requests with a plea each are two tasks in German, and a Hindi clause keeps its request", () => {
  expect(
    tasksOf("Liebe Frau Becker,\n\nteilen Sie uns bitte mit, ob es passt, und senden Sie uns bitte die Maße.").map(
      ([, action]) => action,
    ),
  ).toEqual(["Teilen Sie uns mit, ob es passt", "Senden Sie uns die Maße"]);
  expect(tasksOf("कृपया जांच करके बताएं कि समस्या क्या है।")).toHaveLength(1);
});

test("an order keeps the day before which it must not be done, and what is not to be done is none", () => {
  expect(tasksOf("Guten Tag,\n\nbitte überweisen Sie den Betrag nicht vor dem 20. März.")[0]?.[1]).toMatch(/20\. März/);
  expect(tasksOf("Please deliver the crates, but not before Friday.")[0]?.[1]).toMatch(/not before Friday/);
  expect(tasksOf("If you find mould, stop the work.")).toEqual([]);
  expect(
    tasksOf("Tom bhai,\n\nparso wala order cancel nahi karna, sirf quantity 50 se 30 kar do.").map(
      ([, action]) => action,
    ),
  ).toEqual(["Sirf quantity 50 se 30 kar do"]);
});

test.each([
  ["If I have your OK by Friday we can still print.", "Give your OK", "2025-03-14"],
  ["I'd suggest you send round a note on the 19th.", "Send round a note", "2025-03-19"],
  ["Fine with me. Go ahead and order the two desks.", "Order the two desks", null],
  ["Please sign the lease I sent you in January - I still need it.", "Sign the lease I sent you in January", null],
])("what a mail waits for, suggests or agrees to is a task: %s", (body, action, due) => {
  const [task] = tasksOf(body);
  expect(task?.[1]).toMatch(new RegExp(`^${action}`));
  expect(task?.[2]).toBe(due);
});

test("a unit before a full stop ends its sentence, and each task keeps its own date", () => {
  expect(tasksOf("Please ask if the circuit can take 32 A. We should decide on the worktop by 20 March.")).toEqual([
    ["Tom Becker", "Ask if the circuit can take 32 A", null],
    ["", "Decide on the worktop", "2025-03-20"],
  ]);
});

test("minutes name the owner after a topic", () => {
  const body = "Minutes of today:\n\n- Warehouse: Karim orders the scanners by 18 March\n- Next meeting: 22 March";
  expect(tasksOf(body)).toEqual([["Karim", "Order the scanners", "2025-03-18"]]);
});

test("the items that are needed before something are tasks", () => {
  const body = "The move is on Saturday. What I need before that:\n- a list of mailboxes\n- a phone number";
  expect(tasksOf(body).map(([, action]) => action)).toEqual(["Provide a list of mailboxes", "Provide a phone number"]);
});
