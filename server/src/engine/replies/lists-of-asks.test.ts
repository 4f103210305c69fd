import { expect, test } from "vitest";
import { draftReply, replyChoices } from "../builtin.ts";

const now = new Date("2026-10-06T09:00:00Z");
const reply = (emailBody: string, stance?: string) =>
  draftReply({ emailBody, stance, tone: "professional", now, sender: "Kim" }).reply;

test("an answer that asks for time is never empty", () =>
  expect(
    reply("From: Yasmin <y@lab.example>\n\nHi Kim,\n\nCould you remake the crown by Tuesday?\n\nYasmin", "more-time"),
  ).toMatch(/more time.*\[date\]/s));

test("an item that asks whether is a question, and a date below the list is no further item", () => {
  const mail =
    "From: Bettina <b@food.example>\n\nDear Kim,\n\nI still need three things from you:\n\n- final number of guests\n- whether you want the cheese course\n- a contact on the day\n\nWe need the numbers by 31 October.\n\nBettina";
  expect(reply(mail)).toMatch(/[Ww]hether I want the cheese course: \[your answer\]/);
  expect(reply(mail)).not.toMatch(/the whether|the numbers/);
});

test("advice for a case is neither confirmed nor declined", () => {
  const mail =
    "From: Owen <o@firm.example>\n\nKim\n\nYou only need to bring the keys for unit 4. If the client asks, please don't promise anything.\n\nOwen";
  expect(reply(mail, "decline")).not.toContain("promise");
  expect(reply(mail, "accept")).toContain("bring the keys for unit 4");
});

test("a person's question is answered although the mail speaks of an order", () =>
  expect(
    replyChoices(
      "From: Javier <j@t.example>\nSubject: Camión averiado\n\nHola Alex:\n\nEl camión que llevaba tu pedido se ha averiado. ¿Habrá alguien en el almacén a esa hora para descargar?\n\nJavier",
      { from: "Javier <j@t.example>" },
      now,
    ).noAnswer,
  ).toBeUndefined());

test("a list in another language is asked for as a whole", () =>
  expect(
    reply(
      "From: Inês <i@c.example>\n\nOlá Alex,\n\nFaltam-me os seguintes documentos:\n\n- extratos de setembro\n- fatura de agosto\n\nConsegue enviar?\n\nInês",
    ),
  ).toContain("“Extratos de setembro; fatura de agosto”"));
