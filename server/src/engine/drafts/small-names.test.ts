import { expect, test } from "vitest";
import { draftEmail } from "../builtin.ts";

const draftOf = (intent: string) => draftEmail({ intent, context: "", tone: "professional", sender: "Kim" });

test.each([
  ["gwen - budget meeting moves from tues 10 to thurs 12. bring the numbers", "Gwen", "Budget meeting moves"],
  ["need lars to confirm the crane for the 22nd", "Lars", "you to confirm the crane"],
  ["decline ravi's invitation to speak at the summit, no capacity", "Ravi", "decline your invitation"],
  ["let delia know her dress is ready", "Delia", "Your dress is ready"],
  ["apologise to tariq - wrong colour delivered, right one goes out tomorrow", "Tariq", "goes out tomorrow"],
  ["offer sana the junior baker position, start 1 september", "Sana", "offer you the junior baker position"],
  ["request Dr Halloran's opinion on the crack in the gable", "Dr Halloran", "your opinion on the crack"],
])("a reader whose name is typed in small letters or as an owner is greeted: %s", (intent, name, said) => {
  const { body, subject } = draftOf(intent);
  expect(body).toMatch(new RegExp(`^(?:Dear|Hi|Hello) ${name},`));
  expect(body).toContain(said);
  expect(subject).not.toMatch(/Delia that|the tariq|sana the/i);
});

test("a word that is also a name stays a word", () =>
  expect(draftOf("tell Ann the bill is late and we will mark it").body).not.toMatch(/Bill|Mark|Will/));

test("several statements behind one order are sentences", () => {
  const { body } = draftOf(
    "Tell Ingrid we expect about 80 people, that we bring our own chairs, and that we'd pay 120.",
  );
  expect(body).toContain("We expect about 80 people. We bring our own chairs. We'd pay 120.");
});

test.each([
  ["ask the council whether we need a licence to put two tables on the pavement", /licence.*tables/],
  ["thank Priya for covering my shift on Sunday. ask if she still needs someone for the 14th", /shift/],
  ["chase Mr Dunmore - invoice 3321, due 2 feb. ask him to pay by Friday", /invoice 3321/i],
  ["complain to the airline, flight XK204 was cancelled 40 minutes before departure", /^Complaint: flight XK204/],
])("a subject names its matter, not only its kind: %s", (intent, subject) => {
  expect(draftOf(intent).subject).toMatch(subject);
});

test.each([
  [
    "sag Timo danke für die Hilfe und frag ihn, ob er am Freitag kommt",
    /^(?:Guten Tag|Hallo) Timo,/,
    "ob Sie am Freitag kommen",
  ],
  [
    "frag beim Großhändler nach, ob sie 200 Paletten liefern können",
    /^Guten Tag,/,
    "ob Sie 200 Paletten liefern können",
  ],
  [
    "schreib Frau Lindner, dass die Fliesen fehlen. Sie soll das Bad ausräumen",
    /^Guten Tag Frau Lindner,/,
    "Bitte räumen Sie das Bad aus",
  ],
  ["राकेश को बताओ कि माल बुधवार को पहुँचेगा और उससे पूछो कि गोदाम कब खुलता है", /राकेश/, "कृपया बताएं कि गोदाम कब खुलता है"],
])("a second order about the reader is said to the reader: %s", (intent, greeting, said) => {
  const { body } = draftOf(intent);
  expect(body).toMatch(greeting);
  expect(body).toContain(said);
});
