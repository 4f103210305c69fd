import { expect, test } from "vitest";
import { draftReply, replyChoices } from "../builtin.ts";

const now = new Date("2026-03-10T09:30:00Z");
const mailOf = (body: string) => `From: Ana Ruiz <ana@example.com>\nSubject: Note\n\n${body}`;
const stancesFor = (body: string) => replyChoices(mailOf(body), { from: "" }, now).intents.map(({ stance }) => stance);
const replyTo = (body: string, stance?: string) =>
  draftReply({ emailBody: mailOf(body), tone: "professional", stance, now, sender: "Alex Morgan" }).reply;

test.each([
  "Bonjour,\n\nLa toiture fuit depuis votre passage. Nous vous mettons en demeure de la réparer sous quinze jours. Merci également de nous donner le nom de votre assureur.",
  "Guten Tag,\n\nhiermit mahnen wir Sie wegen der Nutzung unserer Bilder ab. Die Bilder stehen seit Mai auf Ihrer Seite.",
  "Buenos días:\n\nPor la presente les requerimos para que retiren el andamio en diez días.",
  "Bom dia,\n\nFicam formalmente notificados para retirar a obra do nosso terreno em dez dias.",
])("a formal notice is verified first: %s", (body) => {
  expect(stancesFor(body)).toEqual(["verify", "more-time", "decline"]);
  expect(replyTo(body)).not.toMatch(/plaisir|freue|alegr|prazer|dank|merci de m|merci pour|gracias por|agrade/i);
});

test.each([
  "Buenos días:\n\nYa no son 80 sino 95 invitados. ¿Cabe todo el mundo en la sala?",
  "Hallo zusammen,\n\nhier das Protokoll von heute. Die Nachbarn beschweren sich über den Staub. Der Keller ist trocken.",
])("neither an invitation nor a complaint: %s", (body) => {
  expect(replyTo(body)).not.toMatch(/invitación|asistir|Unannehmlichkeiten/);
});

test("an offer to the reader is not promised", () => {
  const body =
    "Dear Alex,\n\nWe open the shed on 24 September and would be delighted to have you. Bring a friend if you like.";
  expect(replyTo(body, "accept")).not.toMatch(/friend/);
});

test("a decision that is needed stays open", () => {
  const reply = replyTo("Hi Alex,\n\nI can keep the price for 80 bags. I would need a yes by 22 May.", "accept");
  expect(reply).not.toMatch(/I will send/);
  expect(reply).toContain("[your answer]");
});

test("a print run is no program", () =>
  expect(stancesFor("Hi Alex,\n\nPlease tell the printer about the new run.")).not.toContain("verify"));
