// Notes in six languages name their reader in front, in a last part, or before a second order.
import { expect, test } from "vitest";
import { draftEmail } from "../builtin.ts";

const bodyOf = (intent: string) => draftEmail({ intent, tone: "professional", context: "", sender: "Sam" }).body;

test.for([
  [
    "frau lorenz – lieferung 12 kam zu spät, ware war warm. brauchen ersatz bis mi",
    "Guten Tag Frau Lorenz,",
    "bis Mittwoch",
  ],
  [
    "schichtplan kw 7: wer kann sa+so früh? bitte bis do 10h melden. an alle fahrer, kurz",
    "Guten Tag zusammen,",
    "bis Donnerstag 10 Uhr",
  ],
  [
    "lucas – répétition à 19h, entrée par la cour. le cachet est viré après",
    "Bonjour Lucas,",
    "Le cachet est viré après.",
  ],
  ["o portão da garagem não abre qui 4/3, a manutenção vem às 9h. todos moradores", "Olá a todos,", "quinta-feira 4/3"],
  ["सभी अभिभावक – खेल दिवस शनिवार को है, बच्चे टोपी लाएँ।", "सभी को नमस्कार,", "खेल दिवस शनिवार को है"],
])("greets the reader of %s", ([intent = "", greeting = "", said = ""]) => {
  const body = bodyOf(intent);
  expect(body.startsWith(greeting)).toBe(true);
  expect(body).toContain(said);
});

test.for([
  [
    "Escribe a doña Pilar Ochoa y dile que su solicitud está aprobada desde el lunes. Sé amable, se preocupa mucho.",
    "su solicitud está aprobada",
    /dile|amable|preocupa/,
  ],
  [
    "Escreva para a Sra. Lídia Prado e avise que a consulta dela foi remarcada para 3 de maio.",
    "a sua consulta foi remarcada",
    /avise|dela/,
  ],
  [
    "Schreib an Herrn Tessmer und teile ihm mit, dass die Zähler am 4. März abgelesen werden.",
    "die Zähler am 4. März abgelesen werden",
    /(?<!\p{L})(?:teile|ihm)(?!\p{L})/u,
  ],
  [
    "Schreib an Frau Kolb, dass die Frist am 9. April endet. Frag sie außerdem, ob sie die Belege hat.",
    "ob Sie die Belege haben",
    /sie außerdem/,
  ],
  ["Écris à Mme Perrin et dis-lui que le bail est prêt depuis lundi.", "le bail est prêt depuis lundi", /dis-lui/],
])("a second order is no content: %s", ([intent, said, order]) => {
  const body = bodyOf(intent as string);
  expect(body).toContain(said);
  expect(body).not.toMatch(order as RegExp);
});
