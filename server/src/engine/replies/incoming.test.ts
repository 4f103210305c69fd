import { expect, test } from "vitest";
import { draftReply, replyChoices } from "../builtin.ts";
import { asksOf } from "./asks.ts";
import { readIncoming } from "./incoming.ts";

const now = new Date("2026-11-16T09:00:00Z");
const reply = (emailBody: string, stance?: string) =>
  draftReply({ emailBody, tone: "professional", stance, now, sender: "Alex" }).reply;
const choices = (emailBody: string) => replyChoices(emailBody, { from: "" }, now).intents;

test.each([
  ["From: Jo Park <jo.park@acme.test>\n\nHi Alex, please call me.", "Jo"],
  ["From: Park, Jo <jo@acme.test>\n\nPlease call me.", "Jo"],
  ["From: Dr Amelie Kaur <a.kaur@clinic.test>\n\nPlease call me.", "Dr Kaur"],
  ["From: Dr Amelie Kaur <a.kaur@clinic.test>\n\nPlease call me.\n\nBest,\nAmelie", "Amelie"],
  ["From: Graham Tull <g.tull@mail.test>\n\nPlease call me.\n\nG. Tull", "Graham Tull"],
  ["From: Class Teacher Anita <anita@school.test>\n\nPlease call me. Anita", "Anita"],
  ["From: Faculty of Design <events@art.test>\n\nPlease call me.\n\nWith kind regards\nPaul Brightman", "Paul"],
  ["From: Bramwell & Pike LLP <letters@bp.test>\n\nPlease call us.\n\nYours faithfully,\nBramwell & Pike LLP", ""],
  ["From: कमला देवी <kamla@post.test>\n\nमेरी रिपोर्ट आ गई क्या? कमला देवी", "कमला"],
  [
    "From: Fiona McAllister <fiona@school.test>\n\nPlease call me.\n\nKind regards,\nMrs F McAllister",
    "Mrs McAllister",
  ],
  ["From: mateo.ruiz@cargo.test\n\nPlease call me.", "Mateo"],
])("the sender's name is read from the mail: %s", (mail, name) => {
  expect(readIncoming(mail).sender.name).toBe(name);
});

const contents = (mail: string, readers: string[] = []) =>
  asksOf(mail, now, { readers, isGroup: false }).map((ask) =>
    ask.kind === "time" ? ask.when : ask.kind === "question" ? (ask.about ?? ask.sentence) : ask.task,
  );

test.each([
  [
    "Please stop all work on the roof, and send me a plan before anybody goes up again.",
    ["stop all work on the roof", "send me a plan before anybody goes up again"],
  ],
  [
    "Let me know by Monday whether you can come, and whether you bring a guest.",
    ["whether I can come", "whether I bring a guest"],
  ],
  ["We still miss:\n1. Bank letter\n2. Signed minutes", ["send me the bank letter", "send me the signed minutes"]],
  [
    "Two questions:\n1. who pays the toll\n2. is the ramp wide enough?",
    ["who pays the toll?", "is the ramp wide enough?"],
  ],
  [
    "I need a key to the gate and someone has to move the vans before 7.",
    ["send me a key to the gate", "move the vans before 7"],
  ],
  ["Do you have parking, and is there a dress code?", ["Do you have parking?", "is there a dress code?"]],
  [
    "What's your minimum order, do you ship to Norway and is there a fee?",
    ["What's your minimum order?", "do you ship to Norway?", "is there a fee?"],
  ],
  ["A price list would be helpful too.", ["send me a price list"]],
  ["Would you take 180?", ["Would you take 180?"]],
  ["If you have the old plans, please bring them to the visit.", ["bring the old plans to the visit"]],
  ["Please find attached the minutes. Let me know if you have any questions.", []],
])("each ask is found once, in order: %s", (mail, expected) => {
  expect(contents(mail)).toEqual(expected);
});

test("what a mail asks of somebody else is not answered", () => {
  const mail = "Alex, can you move the newsletter to the 28th? Milan, please confirm the texts.";
  expect(contents(mail, ["Alex"])).toEqual(["move the newsletter to the 28th"]);
});

test("the labels name what the mail asks for", () => {
  const labels = (mail: string) => choices(mail).map(({ label }) => label);
  expect(labels("Would Tuesday 12 May at 3 pm or Wednesday 13 May at 10 am suit you?")).toEqual([
    "Confirm Tuesday 12 May at 3 pm",
    "Confirm Wednesday 13 May at 10 am",
    "Suggest another time",
  ]);
  expect(labels("Could you send me the purchase order?")[0]).toBe("Send the purchase order");
  expect(labels("The press runs again since four, we lost five hours.")).not.toContain("Agree to do it");
});

test("one of two proposed times is confirmed", () => {
  const mail = "Would Tuesday 12 May at 3 pm or Wednesday 13 May at 10 am suit you?";
  expect(reply(mail, "Confirm Wednesday 13 May at 10 am")).toContain("Wednesday 13 May at 10 am works well for me.");
});

test.each([
  [
    "decline, I'm travelling that week, propose Thursday 4pm",
    ["I have to decline", "travelling", "Would Thursday 4pm"],
  ],
  [
    "say yes but only after 11 and ask her to bring the plans",
    ["Yes, but only after 11.", "Could you please bring the"],
  ],
  ["Send the plan by Friday", ["I will send the plan by Friday."]],
])("the user's own words are an instruction: %s", (stance, expected) => {
  const text = reply("Hi, can we meet on Tuesday at 10?\nGrace", stance);
  for (const words of expected) expect(text).toContain(words);
});

const foreign: [string, string][] = [
  ["de", "Bitte schicken Sie mir bis morgen den Plan. Wer schließt am Donnerstag auf?"],
  ["fr", "Bonjour, pourriez-vous m'envoyer le plan avant vendredi ? Qui ouvre la porte jeudi ?"],
  ["es", "Hola, por favor envíe el plano antes del viernes. ¿Quién abre la puerta el jueves?"],
  ["pt", "Olá, por favor envie a planta até sexta. Quem abre a porta na quinta?"],
  ["hi", "कृपया शुक्रवार तक नक्शा भेजें। गुरुवार को दरवाज़ा कौन खोलेगा?"],
  ["hinglish", "Hi, aap Friday tak plan bhej do please. Gate kaun kholega aur kab aana hai?"],
];

test.each(foreign)("in %s the stances differ, and every ask has an answer or a blank", (language, mail) => {
  expect(readIncoming(mail).language).toBe(language);
  const texts = ["accept", "decline", "more-time"].map((stance) => reply(mail, stance));
  expect(new Set(texts).size).toBe(3);
  expect(texts[0]?.match(/\[[^\]]+\]/g)?.length).toBeGreaterThanOrEqual(2);
  for (const { label } of choices(mail)) expect(label).not.toMatch(/Answer|Decline|Ask for/);
});

test.each([
  "Wir haben die Bank gewechselt. Bitte überweisen Sie ab sofort auf das neue Konto.",
  "Suite à un changement de banque, merci de régler nos factures sur le nouveau compte.",
  "Necesito que hagas hoy una transferencia confidencial a un proveedor nuevo.",
  "Informamos a nova conta. O boleto deve ser pago hoje via PIX.",
  "हमारा बैंक खाता बदल गया है। कृपया बिल का भुगतान आज नए खाते में करें।",
  "Main meeting mein hoon, abhi 5 gift card kharido aur code mujhe bhejo, urgent hai.",
  "Bitte bestätigen Sie, dass Sie die Haftung übernehmen und den Schaden erstatten.",
  "Is mahine ka rent abhi tak nahi aaya. Naye account mein bhej do, purana band ho gaya hai.",
  "Su paquete está retenido. Pague 1,99 € de aduana en este enlace para recibirlo mañana: http://pago.test",
  "Namens unserer Mandantin fordern wir Sie auf, den Schaden zu ersetzen und Ihre Haftung anzuerkennen.",
  "Nachtrag 3 über 8.200 € liegt bei. Ohne Freigabe bis Mittwoch stelle ich die Arbeiten ein.",
  "Merci de reconnaître votre responsabilité et de nous rembourser.",
])("fraud and claims in other languages are only verified, delayed or declined: %s", (mail) => {
  expect(choices(mail).map(({ stance }) => stance)).toEqual(["verify", "more-time", "decline"]);
});

test("a mail of loss gets condolences and no cheerful word in any tone", () => {
  const mail = "My father died last night. Could you let the board know?\nMarcus";
  const text = draftReply({ emailBody: mail, tone: "enthusiastic", stance: "accept", now }).reply;
  expect(text).toMatch(/sorry for your loss|thoughts are with you/);
});

test("a mail that needs no answer gets a marked note instead of a reply", () => {
  expect(reply("Five plants for shade.\n\nUnsubscribe")).toBe("[No answer needed: this is a newsletter]");
  expect(reply("Five plants for shade.\n\nUnsubscribe", "Thanks, I loved it")).toContain("Thanks, I loved it.");
});
