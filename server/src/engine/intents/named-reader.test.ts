import { expect, test } from "vitest";
import { readIntent } from "./read-intent.ts";

const readerOf = (intent: string) => readIntent({ intent, context: "" }).reader.name;
const textOf = (intent: string) =>
  readIntent({ intent, context: "" })
    .clauses.map(({ content }) => content)
    .join(". ");

test.each([
  ["to: Lena Okoye (Fisk & Sons). the nets are torn", "Lena"],
  ["update for the client (Ravi Menon, Hill Bank): the server is back", "Ravi"],
  ["write to a resident, Mr. Colby, re the drain in Mill Road: he reported it in May", "Mr. Colby"],
  ["guest in 12 Mrs Yilmaz left her charger. ask where we can send it", "Mrs Yilmaz"],
  ["follow up with Aldo Ricci: has he signed the lease?", "Aldo Ricci"],
  ["order from Hassan: 4 drums of oil, delivery to the yard", "Hassan"],
  ["announce to ramp crews: tugs get new limits from May", "ramp crews"],
  ["fee change mail to all practices. crowns cost 126 from July", "practices"],
  ["need to cancel the Friday matinee. write to the teachers. offer them a refund", "teachers"],
  ["we lost a drum at sea. inform the client rep Mr. Osei, the report follows", "Mr. Osei"],
  ["resign as trainer at the end of May, write to my contact there, Joel. I liked the work", "Joel"],
  ["customer asks whether we ship to Malta. answer: yes, in 5 days. customer is called Rasheeda", "Rasheeda"],
  ["invoice 229 from Nora Haddad has a wrong rate. ask her to reissue it", "Nora"],
  [
    "the board refused the application of Mr and Mrs Abernathy because of the roof. they can appeal",
    "Mr and Mrs Abernathy",
  ],
  ["Marta at the bakery wants to know if we take flour on Monday. we do", "Marta"],
  ["tell Henrik Aasen drydock 2 is not free until May", "Henrik"],
])("%s is written to %s", (intent, name) => expect(readerOf(intent)).toBe(name));

test.each([
  ["Gustav: line 3 stops at two. please tell the night shift", "Gustav"],
  ["my colleague Faye wants to know if her cover continues. write the insurer (Shieldguard)", "Shieldguard"],
  ["say no to ms lindqvist on the rush job, Thursday is too early", "Ms Lindqvist"],
  ["cancel the flight from Berlin on 3 May", ""],
])("nobody but the reader is greeted: %s", (intent, name) => expect(readerOf(intent)).toBe(name));

test.each([
  ["cancel my order from Brassac, I found a cheaper one but dont tell them that. ask for the deposit", /cheaper/],
  ["end the contract with Voss because their food is awful, don't mention that. last day is 30 June", /awful/],
  ["tell Ruth I can't come on Thursday. between us, I have an interview elsewhere", /interview/],
  ["decline the offer of Mr Lund. the real reason is his temper", /temper/],
])("a secret stays out of the mail: %s", (intent, secret) => expect(textOf(intent)).not.toMatch(secret));

test("a plea for discretion to the readers is content", () => {
  expect(textOf("ask colleagues to give by Friday for Ama. she does not know so please keep it from her")).toMatch(
    /keep it from her/,
  );
});

test("the third person about the reader becomes the second", () => {
  expect(textOf("ask our importer Yuki Tanabe whether she'd take 90 cases. I need her answer soon")).toBe(
    "whether you'd take 90 cases. I need your answer soon",
  );
  expect(textOf("follow up with Aldo Ricci: has he signed the lease?")).toBe(
    "Have you signed the lease?".toLowerCase(),
  );
  expect(textOf("invoice 229 from Nora Haddad has a wrong rate. ask her to reissue it")).toMatch(
    /^your invoice 229 has a wrong rate/,
  );
  expect(textOf("ask the tenant Ms Oduya to leave a key if shes out")).toMatch(/if you're out$/);
});

test("the application of somebody else is not the writer's", () => {
  expect(textOf("Mr Adeyemi's application for the stall is approved. he has to bring proof")).toMatch(
    /^your application for the stall is approved/,
  );
});

test("a relative clause stays with its noun, and a short question gets its mark", () => {
  expect(textOf("tell Rasheeda the apostille costs 60 extra, which we can arrange")).toMatch(
    /extra, which we can arrange/,
  );
  expect(textOf("tell Greta we deliver Thursday or Friday, which suits, and a forklift is needed")).toMatch(
    /which suits you\?/,
  );
});
