import { readFileSync } from "node:fs";
import { type Tone, tones } from "@intellibox/contract/rules/choices";
import { expect, test } from "vitest";
import { draftEmail } from "../builtin.ts";

type Case = { id: string; intent: string; tone: Tone; context: string };
const cases = readFileSync(new URL("../../../eval/cases/drafts.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Case);
const draft = (intent: string, context: string, tone: Tone = "professional") => draftEmail({ intent, context, tone });

test.each(cases)(
  "$id keeps every number, address and token of the user, and leaves no trace of a template",
  ({ intent, context, tone }) => {
    const { subject, body } = draftEmail({ intent, context, tone });
    const whole = `${subject}\n${body}`;
    for (const fact of `${intent} ${context}`.match(/\{\w+\}|\S+@\S+\.\w+|\d[\d.,:/-]*\d|\d/g) ?? [])
      expect(whole).toContain(fact);
    expect(whole).not.toMatch(/\{topic\}|\{name\}|undefined|null|NaN|\[\[|\(\(/);
    expect(body).not.toMatch(/ {2}|\.\.(?!\.)|,,|\s[.,](?:\s|$)|\?\.|!\./);
    expect(subject).not.toBe("");
  },
);

test("there are at least sixty cases, in all five tones", () => {
  expect(cases.length).toBeGreaterThanOrEqual(60);
  expect(new Set(cases.map(({ tone }) => tone))).toEqual(new Set(tones));
});

test("the five tones say the same facts in five different ways", () => {
  const bodies = tones.map(
    (tone) =>
      draft("Follow up on our proposal", "We met last Tuesday. The offer is valid until the end of the month.", tone)
        .body,
  );
  expect(new Set(bodies).size).toBe(tones.length);
  for (const body of bodies) {
    expect(body).toContain("We met last Tuesday.");
    expect(body).toContain("The offer is valid until the end of the month.");
  }
  const [, , concise = "", , empathetic = ""] = bodies;
  expect(concise.length).toBeLessThan(empathetic.length);
});

test("another variant is another wording of the same facts", () => {
  const first = draftEmail({
    intent: "Ask for a refund",
    context: "Order 5521 arrived broken.",
    tone: "friendly",
    variant: 0,
  });
  const second = draftEmail({
    intent: "Ask for a refund",
    context: "Order 5521 arrived broken.",
    tone: "friendly",
    variant: 1,
  });
  expect(second.body).not.toBe(first.body);
  expect(second.body).toContain("Order 5521 arrived broken.");
});

test("merge tokens are kept byte for byte, including unusual ones", () => {
  const { body } = draft(
    "Remind {FirstName} about the invoice",
    "{{ due_amount }} is open since {LastPurchase}. Call {Phone} in {City}.",
  );
  for (const token of ["{FirstName}", "{{ due_amount }}", "{LastPurchase}", "{Phone}", "{City}"])
    expect(body).toContain(token);
});

test("all tokens on lines of their own are used", () => {
  const { body } = draft("Offer a discount", "{FirstName}\n{Company}\n{LastPurchase}\n{DueAmount}\n{City}\n{Phone}");
  for (const token of ["{FirstName}", "{Company}", "{LastPurchase}", "{DueAmount}", "{City}", "{Phone}"])
    expect(body).toContain(token);
});

test("directions to the writer are followed, not written", () => {
  const { body } = draft("pitch our app to clinics", "saves 6 hours a week. don't mention competitors. keep it short");
  expect(body).not.toMatch(/competitors|keep it short/);
  expect(body).toContain("6 hours");
});

test("a question that the user wants to ask addresses the reader", () => {
  expect(draft("ask Tom to send the signed contract", "ask him when he can sign").body).toMatch(
    /Could you please send the signed contract\?.*Could you let me know when you can sign\?/s,
  );
});

test("needed is not read as need and a thing called ed", () => {
  expect(draft("ask Meera for the purchase order", "Needed by 30 June").body).toContain("This is needed by 30 June.");
  const { subject, body } = draft("Order 20 chairs. Needed by 30 June", "");
  expect(`${subject} ${body}`).not.toMatch(/\bed\b/i);
});

test("notes about the reader address the reader", () => {
  expect(draft("need the report from Amit asap", "he promised it monday").body).toContain("You promised it Monday.");
});

test("times in the notes of a meeting are proposed", () => {
  expect(draft("meeting with Priya about pricing", "Thu 2pm, Fri 11am").body).toContain("Thursday 2pm or Friday 11am");
});

test("a payment reminder states the invoice, the amount and the due date", () => {
  const { body } = draft("payment reminder", "invoice INV-2041, $1,250, due 1 March, 2 weeks overdue");
  expect(body).toMatch(/remind(?:er|) .*payment/);
  for (const fact of ["Invoice INV-2041", "$1,250", "Due 1 March", "2 weeks overdue"])
    expect(body).toContain(`- ${fact}`);
});

test("bad news is not enthusiastic", () => {
  expect(draft("tell my manager I'm sick today", "", "enthusiastic").body).not.toMatch(/excited|thrilled|can't wait/i);
});

test("an empty request gives a frame with a marked blank", () => {
  expect(draft("", "")).toEqual({
    subject: "[Subject]",
    basis: "frame",
    body: "Hello,\n\n[What you would like to say]\n\nKind regards,\n[Your name]",
  });
});

test("the sender's name ends the mail, and an empty name leaves room for the signature", () => {
  const at = (sender: string) =>
    draftEmail({ intent: "Thank you", context: "for the flowers", tone: "concise", sender }).body;
  expect(at("Maria")).toMatch(/\nMaria$/);
  expect(at("")).toMatch(/(?:Regards|Best),$/);
});

test("a context of 200 KB gives a mail of a sensible length", () => {
  const context = Array.from(
    { length: 4_000 },
    (_, i) => `Point ${i} of the report concerns the budget of site ${i % 17}.`,
  ).join(" ");
  expect(draft("Summarize for the board", context).body.length).toBeLessThan(8_000);
});

test("a German order to tell somebody something is not taken for a refusal", () => {
  const told = draftEmail({
    intent: "Sag der Hausverwaltung, dass die Heizung seit Montag ausfällt",
    tone: "professional",
    context: "",
  });
  expect(told.body).toContain("dass die Heizung seit Montag ausfällt");
  expect(told.body).not.toContain("absagen");
  const declined = draftEmail({ intent: "Sag Frau Kern ab, der Raum ist belegt", tone: "professional", context: "" });
  expect(declined.body).toMatch(/Frau Kern[\s\S]*absagen[\s\S]*Raum ist belegt/);
});
