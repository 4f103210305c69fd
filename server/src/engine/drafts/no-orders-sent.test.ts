import { expect, test } from "vitest";
import { draftEmail } from "../builtin.ts";

const body = (intent: string) => draftEmail({ intent, context: "", tone: "professional", sender: "Kim" }).body;

test("an order to the writer after 'but' stands as a marked blank", () =>
  expect(body("tell Bob we took another roofer, but keep him warm for the garage")).toContain("[In your words: "));

test("what the reader is like is not told to the reader", () => {
  expect(body("ask Felix to swap weeks. (he might be grumpy, so be nice)")).not.toMatch(/grumpy/);
  expect(body("remind David about the log, he always forgets so be clear about the date")).not.toMatch(/forget/);
});

test("a remark after a short word is not sent", () =>
  expect(body("Rohit ko mail karna hai ki laptop ready hai, 5 baje tak le le. thoda polite rakhna")).not.toMatch(
    /rakhna/,
  ));

test("readers are told that their feelings and wishes were heard", () => {
  expect(body("mia is upset that her desk was moved. tell her it was my mistake")).toContain(
    "I understand that you are upset that your desk was moved.",
  );
  expect(body("Ms Boyle wants a head count. it is 64")).toContain("You asked for a head count.");
});

test("'let X know' gives a sentence of its own", () =>
  expect(body("let my boss Carla know i'm sick")).toContain("\nI am sick."));

test("a German wish for a refusal greets its reader", () =>
  expect(body("bitte Absage an Herrn Lutz, die Stelle ist besetzt")).toMatch(/^Guten Tag Herr Lutz,/));

test("whom the reader should ask for, and what should not happen again, are said as such", () => {
  expect(body("welcome Tariq to the team, ask for Bill at gate 2")).toContain("ask for Bill at gate 2");
  expect(body("say sorry to the neighbours for the noise, won't happen again")).toContain("It will not happen again.");
  expect(body("thank Omar for covering my shift and offer to take his on the 25th")).toContain(
    "take yours on the 25th",
  );
});

test("the accountant who needs something reads the mail", () =>
  expect(body("Our accountant Mrs Fenwick needs the receipts. she gets them by Friday")).toMatch(/^Dear Mrs Fenwick,/));

test("a nudge without a topic adds no blank", () =>
  expect(body("Julia forgot the signed lease, nudge her nicely, I need it by Tuesday")).not.toContain("[topic]"));
