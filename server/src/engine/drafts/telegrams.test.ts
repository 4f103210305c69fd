import { expect, test } from "vitest";
import { draftEmail } from "../builtin.ts";

const draft = (intent: string) => draftEmail({ intent, tone: "professional", context: "", sender: "Alex Morgan" });

// Hurried notes: who reads them, and sentences that must be in the mail.
const notes: [string, string, string[]][] = [
  [
    "cat owner Mr Lund. blood test is back, come in this week, no milk till then",
    "Dear Mr Lund,",
    ["come in this week"],
  ],
  [
    "to team leads Ana, Bert and Cleo - gate 4 closed from monday, use gate 2",
    "Dear Ana, Bert and Cleo,",
    ["use gate 2"],
  ],
  [
    "pump 3 stuck since noon, wrong seal on the valve. photos attached. to my boss Nora Lind",
    "Dear Nora,",
    ["photos are attached"],
  ],
  [
    "reply to Mrs Ortega who complained about the dust: sorry, cleaner was ill",
    "Dear Mrs Ortega,",
    ["You complained about the dust."],
  ],
  [
    "let Erik Holm down gently, post went to internal applicant, panel liked his talk",
    "Dear Erik,",
    ["The post went to internal applicant."],
  ],
  [
    "can't do the late shift on the 4th. could Maria Berg swap w me, ask her to tell the office",
    "Dear Maria,",
    ["swap with me", "Please also tell the office."],
  ],
  ["residents of block C: no parking on 3 may, cars out by 7", "Dear residents", ["parking on 3 May"]],
  [
    "ticket 55-1290 Ms Hall, broken screen. need: photos, serial number",
    "Dear Ms Hall,",
    ["This is about ticket 55-1290 (broken screen)."],
  ],
];

test.each(notes)("the note “%s” is written to its reader", (intent, greeting, sentences) => {
  const { body } = draft(intent);
  expect(body.startsWith(greeting)).toBe(true);
  for (const sentence of sentences) expect(body).toContain(sentence);
  expect(body).not.toContain("[In your words");
});

test("a word that is a verb or a noun names a thing before a label or a participle", () => {
  expect(draft("all staff: lift C out of order 3-5 june").body).toContain("Lift C is out of order 3-5 June.");
  expect(draft("price list changed, new one on monday. all staff").body).not.toMatch(/Could you please price/);
});

test("the mail that is answered stands below the intent: its writer is the reader, and its text stays out", () => {
  const { body } = draft(
    "answer: yes to the pallets, no to Sunday\n\n> Could you take 2 more pallets?\n> Cheers, Hanna",
  );
  expect(body).toMatch(/^Dear Hanna,/);
  expect(body).not.toContain("Could you take");
});

test("a role that the user signs with stands below the name", () => {
  expect(draft("tell Ana the pool is closed on 4 May. sign as Duty Manager").body).toMatch(
    /Alex Morgan\nDuty Manager$/,
  );
});

// The subject must hold these, so that the reader finds the mail again.
const subjects: [string, string][] = [
  ["remind Paul about the seals, PO 88213, promised for 16 feb", "Reminder: seals, PO 88213"],
  ["tell Ana the trip moved from wed 6 may to fri 8 may", "Trip moved to Friday 8 May"],
  ["I quit. last day 31 jan. to my boss Nora Lind", "Resignation as of 31 Jan"],
  ["reply to Mrs Ortega who complained about the dust: sorry, cleaner was ill", "Your complaint about the dust"],
];

test.each(subjects)("the subject of “%s” names its matter", (intent, subject) => {
  expect(draft(intent).subject).toBe(subject);
});

test("a foreign headline leaves out the verb that says nothing", () => {
  expect(draft("avisa o João que a audiência foi adiada para 7 de julho").subject).toBe(
    "Audiência adiada para 7 de julho",
  );
  expect(draft("dis à Karim que la livraison est repoussée au 22 avril").subject).toBe(
    "Livraison repoussée au 22 avril",
  );
});
