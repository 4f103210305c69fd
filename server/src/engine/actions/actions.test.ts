import { expect, test } from "vitest";
import { tasksIn } from "#test/tasks-in.ts";
import { summarizeThread } from "../builtin.ts";

const at = new Date("2025-03-10T09:30:00Z");
const tasksOf = (...mail: [body: string, from?: string, to?: string]) => tasksIn(at, ...mail);

test("the reader owns a request and the sender a promise, each with its date", () => {
  expect(
    tasksOf(
      "Hi Tom,\n\nCould you send me the corrected sheet by Friday? I'll forward it to finance on Monday.\n\nPriya",
    ),
  ).toEqual([
    ["Tom Becker", "Send Priya the corrected sheet", "2025-03-14"],
    ["Priya Nair", "Forward the corrected sheet to finance", "2025-03-17"],
  ]);
});

test("a deadline of something named is a task, and that of a pronoun keeps its sentence", () => {
  const due = "2025-03-14";
  expect(tasksOf("The expense report is due on Friday.")).toEqual([["Tom Becker", "Submit expense report", due]]);
  expect(tasksOf("Please see the attached report. It is due on Friday.")).toEqual([
    ["Tom Becker", "It is due on Friday", due],
  ]);
});

test("the person who is addressed by name owns the task", () => {
  const body = "Hi both,\n\nNina, could you check the figures? Paul, please upload the deck by EOD.\n\nAhmed";
  expect(tasksOf(body, "Ahmed Khan", "Nina Berg, Paul Ott")).toEqual([
    ["Nina Berg", "Check the figures", null],
    ["Paul Ott", "Upload the deck", "2025-03-10"],
  ]);
});

test("a list of names and tasks is a list of tasks", () => {
  const body =
    "Next steps:\n- Sam to draft the press release by 19 March\n- Lou: check the photo rights\n- I will brief the board";
  expect(tasksOf(body, "Gita Rao", "Sam Hill, Lou Park").map(([owner]) => owner)).toEqual([
    "Sam Hill",
    "Lou Park",
    "Gita Rao",
  ]);
});

test.each([
  ["Meera needs to update the price list by Friday.", "Meera", "Update the price list", "2025-03-14"],
  ["Meera must update the price list by Friday.", "Meera", "Update the price list", "2025-03-14"],
  ["By Friday, Meera has to update the price list.", "Meera", "Update the price list", "2025-03-14"],
  ["Meera should update the price list by Friday.", "Meera", "Update the price list", "2025-03-14"],
  ["Can Meera update the price list by Friday?", "Meera", "Update the price list", "2025-03-14"],
  ["We need Meera to update the price list by Friday.", "Meera", "Update the price list", "2025-03-14"],
  ["Meera will update the price list by Friday.", "Meera", "Update the price list", "2025-03-14"],
  ["Meera from Sales has promised to update the price list.", "Meera", "Update the price list", null],
  ["Meera and Anand will update the price list by Friday.", "Meera and Anand", "Update the price list", "2025-03-14"],
  ["The finance team needs to update the price list by Friday.", "Finance team", "Update the price list", "2025-03-14"],
  ["The budget must be approved by Meera by Friday.", "Meera", "Approve the budget", "2025-03-14"],
  ["All invoices have to be paid by our accountants.", "Accountants", "Pay all invoices", null],
])("the task of a third party: %s", (body, owner, action, due) => {
  expect(tasksOf(body)).toEqual([[owner, action, due]]);
});

test("a third party of the thread gets the full name; a person who passes a request on stays its owner", () => {
  expect(tasksOf("Can Nina check the stock?", "Priya Nair", "Tom Becker, Nina Berg")).toEqual([
    ["Nina Berg", "Check the stock", null],
  ]);
  expect(tasksOf("Please ask Nina to check the stock.")).toEqual([["Tom Becker", "Ask Nina to check the stock", null]]);
});

test("a deadline without a request is a task of the reader", () => {
  expect(tasksOf("Reminder: timesheets are due today by 5pm.")).toEqual([
    ["Tom Becker", "Submit timesheets", "2025-03-10"],
  ]);
});

test("a pronoun is resolved by the previous sentence", () => {
  expect(tasksOf("We should cancel the Berlin booking. Can you do it today?")).toContainEqual([
    "Tom Becker",
    "Cancel the Berlin booking",
    "2025-03-10",
  ]);
});

test("a task without an addressee has no owner", () => {
  expect(tasksOf("Let's schedule the kickoff for April 3rd.")).toEqual([["", "Schedule the kickoff", "2025-04-03"]]);
});

test.each([
  "Great catching up yesterday. The team loved the demo. Talk soon!",
  "No action is required. Check-in starts at 3pm on April 2.",
  "If you have any questions, feel free to reach out.",
  "What's the status of the order? When can we expect delivery?",
  "> Can you send me the slides?",
  "Meera will be in Lisbon by Thursday.",
  "Meera must have missed the train.",
  "Can Meera swim?",
  "Could Thursday work instead?",
  "The office will close early on Friday.",
  "The play was written by Shakespeare.",
  "Summer sale! Save 20% on all shoes. Click here to unsubscribe.",
])("there is no task in: %s", (body) => {
  expect(tasksOf(body)).toEqual([]);
});

test("a task that is stated twice is one task with its date", () => {
  expect(tasksOf("Please sign the contract. Again: please sign the contract by Friday.")).toEqual([
    ["Tom Becker", "Sign the contract", "2025-03-14"],
  ]);
});

test.each([
  ["Lena to send the offer by 14 March", "Lena", "Send the offer", "2025-03-14"],
  ["Tomas – update the sheet – 20 March", "Tomas", "Update the sheet", "2025-03-20"],
  ["Kofi adds an alert for certificates", "Kofi", "Add an alert for certificates", null],
  ["Everyone checks the pipelines", "Everyone", "Check the pipelines", null],
])("an item of minutes is a task: %s", (item, owner, action, due) => {
  expect(tasksOf(`Decisions were made.\n\nAction points:\n- ${item}\n- Wei: collect two quotes`)).toEqual([
    [owner, action, due],
    ["Wei", "Collect two quotes", null],
  ]);
});

test("the rows of a table of tasks are tasks", () => {
  const table =
    "No | Task | Owner | Due\n1 | Sign the lease | Paula | 14 March\n2 | Order batteries | Henrik | 18 March";
  expect(tasksOf(`Open points:\n\n${table}`)).toEqual([
    ["Paula", "Sign the lease", "2025-03-14"],
    ["Henrik", "Order batteries", "2025-03-18"],
  ]);
});

test.each([
  ["After the restart run 20 test parts.", "Run 20 test parts"],
  ["To accept, sign the attached agreement.", "Sign the attached agreement"],
  ["If your slot clashes, rebook it in the app.", "Rebook it in the app"],
  ["You'd need to redo the invitations.", "Redo the invitations"],
  ["We kindly ask you to make an appointment.", "Make an appointment"],
  ["I still don't have the signed NDA.", "Provide the signed NDA"],
  ["We need to know how many days you worked from home.", "Tell us how many days you worked from home"],
  ["First, the dividend certificate is missing.", "Provide the dividend certificate"],
  ["Empty the hopper before the stop.", "Empty the hopper before the stop"],
])("a request in other words: %s", (body, action) => {
  expect(tasksOf(body)).toEqual([["Tom Becker", action, null]]);
});

test("each order of a sentence is a task of its own", () => {
  expect(
    tasksOf("Please pull the files from the archive and send me a draft by Friday.").map(([, action]) => action),
  ).toEqual(["Pull the files from the archive", "Send Priya a draft"]);
});

test("whoever gets a mail passed on has to do what it asks for", () => {
  const body =
    "Tom, can you take this one?\n\n---------- Forwarded message ---------\nFrom: Teresa Roig\nDate: 9 March\nSubject: x\nTo: Priya\n\nDear Priya,\n\nPlease send replacements by Friday. I will claim the costs.";
  expect(tasksOf(body)).toContainEqual(["Tom Becker", "Send replacements", "2025-03-14"]);
  expect(JSON.stringify(tasksOf(body))).not.toContain("Claim");
});

test.each([
  ["Bitte informiere die Mieter bis Mittwoch.", "Informiere die Mieter", "2025-03-12"],
  ["Könnten Sie das Angebot prüfen?", "Das Angebot prüfen", null],
  ["Merci de prévenir la mairie dès aujourd'hui.", "Prévenir la mairie", "2025-03-10"],
  ["Necesito que me envíes el plan el miércoles.", "Me envíes el plan", "2025-03-12"],
  ["O evento é na sexta. Por favor, envia-me a lista até quinta-feira.", "Envia-me a lista", "2025-03-13"],
])("a request in another language: %s", (body, action, due) => {
  expect(tasksOf(body).map(([, ...rest]) => rest)).toEqual([[action, due]]);
});

test.each([
  "Please find attached the invoice.",
  "Your warranty has been extended until March 2028.",
  "Should that day not suit you, please let us know.",
  "I am out of the office until 25 March. In urgent cases please contact Jonas Funk.",
  "Discover the range! Tell your friends.\n\nUnsubscribe | View in browser",
  "Receipt from Northwind\nAmount paid: 48 EUR\nKeep this receipt for your records.",
  "Our account cannot receive funds. Kindly update our details to the new account below and pay the balance today.",
  "Please verify your account within 24 hours.",
  "I am in meetings, so please do not call.",
  "On our side the open question is the return of 22 pallets.",
  "Merci de ne pas répondre à ce message, il est envoyé par une machine.",
])("nothing is to be done: %s", (body) => {
  expect(tasksOf(body)).toEqual([]);
});

test("a month alone is not a due date", () => {
  expect(tasksOf("Please plan the audit of June.")).toEqual([["Tom Becker", "Plan the audit of June", null]]);
});

test("each thing that is missing is a task", () => {
  expect(
    tasksOf("To close the audit we still miss:\n1. Bank confirmation\n2. Signed minutes of December").map(
      ([, action]) => action,
    ),
  ).toEqual(["Provide bank confirmation", "Provide signed minutes of December"]);
  expect(
    tasksOf("What they still need: the pen test summary, the list of processors, and the signed DPA.").map(
      ([, action]) => action,
    ),
  ).toEqual(["Provide the pen test summary", "Provide the list of processors", "Provide the signed DPA"]);
});

test("a date is cut from the end of a task with its own words only", () => {
  expect(tasksOf("We need a urine sample by Thursday.")).toEqual([
    ["Tom Becker", "Provide a urine sample", "2025-03-13"],
  ]);
});

test("a house number is not a time", () => {
  expect(tasksOf("I will replace the meter at 22 Mill Lane on 14 March.").map(([, , due]) => due)).toEqual([
    "2025-03-14",
  ]);
});

test.each([
  "Please don't ask her about the gap, it is private.",
  "Do you still need the second trailer?",
  "Let's talk on Wednesday at 10 if so.",
  "¿A qué hora puede cargar el camión el viernes?",
])("what is not to be done, a remark and a question are no tasks: %s", (body) => {
  expect(tasksOf(body)).toEqual([]);
});

test("a promise in return for a request is no task", () => {
  expect(tasksOf("Send me a clean version and I'll sign it the same day.").map(([, action]) => action)).toEqual([
    "Send Priya a clean version",
  ]);
});

test("each thing that is wanted in another language is a task, and a title is no owner", () => {
  expect(
    tasksOf("Senhor, solicitamos, no prazo de 10 dias, a planta atualizada e o termo de responsabilidade."),
  ).toEqual([
    ["Tom Becker", "A planta atualizada", "2025-03-20"],
    ["Tom Becker", "O termo de responsabilidade", "2025-03-20"],
  ]);
});

test("a task of an older message is settled when its owner has answered, unless a later day is set", () => {
  const day = (n: number) => new Date(`2025-03-${n}T09:00:00Z`);
  const thread = [
    {
      from: "Tom Becker",
      to: "Priya Nair",
      at: day(10),
      body: "Please send the tickets. Please book the crane by 20 March.",
    },
    { from: "Priya Nair", to: "Tom Becker", at: day(11), body: "Tickets attached. Please certify the full amount." },
  ];
  expect(summarizeThread({ thread, now: day(11) }).actions.map(({ action }) => action)).toEqual([
    "Book the crane",
    "Certify the full amount",
  ]);
});
