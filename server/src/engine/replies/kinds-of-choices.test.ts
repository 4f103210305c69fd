// Mails that leave a choice to their readers: times, alternatives, conditions and demands.
import { expect, test } from "vitest";
import { draftReply, replyChoices } from "../builtin.ts";

const now = new Date("2026-03-02T09:00:00Z");
const mail = (body: string, from = "Ana Lopes <ana@lopes.example>") => `From: ${from}\n\n${body}`;
const reply = (body: string, stance?: string) =>
  draftReply({ emailBody: mail(body), tone: "professional", stance, now, sender: "Sam" }).reply;
const labels = (body: string) =>
  replyChoices(mail(body), { from: "" }, now).intents.map(({ label, stance }) => [label, stance]);

test("a list of dates is offered as a choice", () => {
  const body =
    "Hi Sam,\n\nwe could do\n- Monday 16 March, 9.00\n- Tuesday 17 March, 14.00\n- Thursday 19 March, 10.00\n\nWhich one suits you?\n\nAna";
  expect(reply(body, "accept")).toContain(
    "[Monday 16 March, 9.00 / Tuesday 17 March, 14.00 / Thursday 19 March, 10.00] works well for me",
  );
  expect(reply(body, "propose-time")).toContain("instead of these times");
  expect(labels(body)[0]).toEqual(["Choose a time", "accept"]);
});

test("a list of dates is offered as a choice in other languages", () => {
  const body =
    "Hallo Sam,\n\nfür die Probe hätten wir frei:\nMontag, 16. März, 9 Uhr\nDienstag, 17. März, 14 Uhr\nDonnerstag, 19. März, 10 Uhr\n\nWelcher Tag passt dir? Ich brauche deine Antwort bis Freitag.\n\nAna";
  expect(reply(body, "accept")).toContain(
    "Den Termin am [Montag, 16. März, 9 Uhr / Dienstag, 17. März, 14 Uhr / Donnerstag, 19. März, 10 Uhr] bestätige ich gern.",
  );
  expect(reply(body, "propose-time")).toContain("Leider passt mir keiner dieser Termine.");
  expect(reply(body, "accept")).not.toContain("Antwort bis Freitag");
});

test("an alternative is asked as one", () =>
  expect(reply("Hi Sam,\n\nWill you bring the scale or shall I rent one?\n\nAna")).toContain(
    "whether I will bring the scale or whether you should rent one",
  ));

test("a bare question keeps its condition", () =>
  expect(reply("Hi Sam,\n\nIf you want to pay in parts, let me know how many.\n\nAna")).toContain(
    "if I want to pay in parts, how many",
  ));

test("what is still open is not asked of the reader, and the report belongs to the task", () => {
  const text = reply(
    "Hi Sam,\n\nOne thing is still open: who pays the paint? Could you call Mr Dale and tell us by the 12th?\n\nAna",
    "accept",
  );
  expect(text).toContain("I will call Mr Dale and tell you by the 12th.");
  expect(text).not.toContain("pays the paint");
});

test("a statement of a list of needs is not promised", () => {
  const text = reply(
    "Hi Sam,\n\nbefore we start I need two things:\n1. Boxes B3 and B4 carry the same label. Which one is yours?\n2. Please send the signed list, only page 1 was in the box.\n\nAna",
  );
  expect(text).toContain("Which one is yours?");
  expect(text).toContain("send the signed list [confirm or change]");
  expect(text).not.toContain("send you the boxes");
});

test("how a list is to be sent is no request of its own", () => {
  const body =
    "Dear Sam,\n\nI still require:\n- proof of training, not older than 12 months\n- two references\n- a plan of the stand\n\nSend them by 20 March 2026 as PDF.\n\nAna";
  expect(reply(body, "accept")).toContain("I will send you the following:\n- Proof of training");
  expect(reply(body, "accept")).not.toContain("[what]");
});

test("who complains in other words is answered with regret", () => {
  const body =
    "Hello,\n\nI'm still cross. I'd like to hear from you what went wrong with the order, and why nobody called.\n\nAna";
  expect(reply(body)).toMatch(/sorry|apologize/);
  expect(reply(body)).toContain("- What went wrong with the order: [your answer]");
  expect(labels(body)[0]).toEqual(["Apologize and answer", ""]);
});

test("an application is thanked for and may be decided", () => {
  const body =
    "Dear Sam,\n\nI'd like to apply for the evening cook job. Could you tell me what the hourly pay is?\n\nAna";
  expect(reply(body)).toContain("Thank you for your application");
  expect(labels(body).map(([label]) => label)).toContain("Invite to an interview");
});

test("an invitation without that word is accepted or declined", () => {
  const body =
    "Dear Sam,\n\nwe turn ten and would love to celebrate with you on Saturday 14 March. Please let me know by Friday if you're coming, and whether you eat meat.\n\nAna";
  expect(labels(body)).toEqual([
    ["Accept the invitation", "accept"],
    ["Decline the invitation", "decline"],
  ]);
  expect(reply(body, "accept")).not.toContain("I'm coming");
});

test("a death that is announced to many gets no condolences for a relative", () => {
  const text = reply("Dear all,\n\nI have to tell you that Miriam Tanner died on Saturday.\n\nAna");
  expect(text).toContain("very sorry to hear this");
  expect(text).not.toContain("your loss");
});

test("the form of address follows the mail", () => {
  expect(reply("Hallo Sam,\n\nkannst du mir sagen, wann euer Lager öffnet?\n\nAna")).toContain("Zu deiner Frage");
  expect(reply("Guten Tag Sam,\n\nkönnen Sie mir sagen, wann Ihr Lager öffnet?\n\nAna")).toContain("Zu Ihrer Frage");
  expect(reply("Hola Sam:\n\n¿Puedes decirme cuándo abrís el almacén? Gracias a vosotros.\n\nAna")).toContain(
    "Sobre tu pregunta",
  );
});

test("two indirect questions are answered one by one, without what leads to them", () => {
  const text = reply(
    "Prezado Sam,\n\nGostaria de saber se a sala ainda está livre e se o café está incluído, pois somos muitos.\n\nAna",
  );
  expect(text).toContain("“Se a sala ainda está livre”");
  expect(text).toContain("“Se o café está incluído”");
});

test("what somebody does not want is no request", () =>
  expect(
    reply("Bom dia,\n\nQuando chega a cadeira? Tenho visita no dia 14 e não quero os livros no chão.\n\nAna"),
  ).not.toContain("livros no chão"));

test("a Spanish newsletter is not answered", () =>
  expect(
    replyChoices(
      mail(
        "Boletín de mayo\n\nDesde el lunes la piscina abre a las 7.00. Para darte de baja de este boletín pulsa aquí.",
        "Club <boletin@club.example>",
      ),
      { from: "Club <boletin@club.example>" },
      now,
    ).noAnswer?.reason,
  ).toBe("newsletter"));

test("an open list after a polite question is a list of requests", () => {
  const text = reply(
    "Hi Sam,\n\nI'm off from Wednesday. Could you please\n- chase Dunmore for the contract\n- water the plants on Fridays\n- approve Lena's timesheet on the 20th\n\nAna",
    "accept",
  );
  expect(text).toContain("- Chase Dunmore for the contract\n- Water the plants on Fridays");
  expect(text).not.toContain("whether I could");
});

test("what the writer would like to have is a list of things", () => {
  const text = reply(
    "Hi Sam,\n\nplease let me have:\n(1) his start date\n(2) a copy of his permit\n(3) whether he has a car\n\nAna",
  );
  expect(text).toContain("send you his start date");
  expect(text).toContain("whether he has a car");
  expect(text).not.toContain("let you have");
});

test("a question about a room proposes no meeting, and what others need is not sent", () => {
  const text = reply("Sam, is the hall free on the 9th of May for the scouts? They'd need the kitchen, too. Ana");
  expect(text).toMatch(/whether the hall is free on the 9th of May/i);
  expect(text).not.toMatch(/works|send you the kitchen/i);
});

test("an offer of a talk after a refusal is no request", () =>
  expect(
    reply(
      "Dear Sam,\n\nWe gave the contract to another firm. If you wish to talk, please let us know within ten days.\n\nAna",
    ),
  ).not.toContain("I will let you know"));

test("the sum of what was asked for is not asked again", () =>
  expect(
    reply("Bonjour Sam,\n\nPouvez-vous me dire si la salle a un four ? J'ai besoin de tout cela avant jeudi.\n\nAna"),
  ).not.toContain("tout cela"));

test("what is told before a French question is not quoted", () =>
  expect(
    reply("Bonjour Sam,\n\nMerci pour votre offre. Nous arriverons vers 23 h, la réception est-elle ouverte ?\n\nAna"),
  ).toContain("« La réception est-elle ouverte ? »"));
