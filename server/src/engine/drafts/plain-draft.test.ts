import { expect, test } from "vitest";
import { draftEmail } from "../builtin.ts";

const draft = (intent: string) => draftEmail({ intent, tone: "professional", context: "", sender: "Alex Morgan" });

test("hurried notes become a plain frame: a purpose, the points in the writer's words, then what is asked", () => {
  const { body, basis } = draft(
    "Martin - gutter part in, can fit tue 9am or wed pm, which 1? price same as b4. need access to yard pls",
  );
  expect(basis).toBe("frame");
  expect(body).toContain("Dear Martin,\n\nI am writing about the gutter part.\n\n- Gutter part in\n");
  expect(body).toContain("Which one suits you?");
  expect(body).not.toContain("[");
});

// Notes, the greeting, what must be in the mail, and what must not.
const notes: [string, string, string[], RegExp][] = [
  [
    "ordr 40 bags oats + 6 bags bran from mill co (contact: Ines Valdor), same price as last yr ok? deliv to gate 3. she shd ring 1st",
    "Dear Ines,",
    ["I would like to order 40 bags oats and 6 bags bran", "Is the same price as last year OK for you?"],
    /contact:|deliv\b|\bshe\b|In your words/,
  ],
  [
    "rota sheet chg for fri - doors now 6 not 7. everyone to bring badges. goes to whole team, kitchen knows",
    "Dear team,",
    ["Rota sheet change for Friday", "Please bring badges."],
    /goes to|chg/i,
  ],
  [
    "welcome note new trainee Sanna Holt, 1st day tue 3 march, 9.15 at desk 2, ask 4 passport copy + tax form. mentor is Ivo",
    "Dear Sanna,",
    ["Welcome to the team.", "Could you please send me the passport copy and tax form?", "9.15 at desk 2"],
    /note new trainee|In your words/,
  ],
  [
    "no can do on the 15% for the Lyon job, max 8 if they sign by may. tell Oriane nicely. offer valid til end june",
    "Dear Oriane,",
    ["Unfortunately, I cannot do the 15% for the Lyon job.", "Offer valid until end June"],
    /no can do|nicely|you a valid/i,
  ],
  [
    "Marcus late 3 times this week, must be on time from mon",
    "Dear Marcus,",
    ["You were late 3 times this week.", "You must be on time from Monday."],
    /I must/,
  ],
];
test.each(notes)("“%s” orders nothing that is the writer's job", (intent, greeting, said, unwanted) => {
  const { body, subject } = draft(intent);
  expect(body.startsWith(greeting)).toBe(true);
  for (const words of said) expect(body).toContain(words);
  expect(`${subject}\n${body}`).not.toMatch(unwanted);
});

test("a reader who is named only in the last words is greeted, and not said", () => {
  const { body } = draft("water off wed 9-11, whole bldg, fill kettles. sorry short notice. tenants");
  expect(body).toMatch(/^Dear tenants,/);
  expect(body).toContain("I am sorry for the short notice.");
  expect(body).not.toContain("Tenants.");
});

test.each([
  ["pipe burst rm 4, 2nd time. block the tap, plumber by wed pls. to security", "Dear Security,", /To security/],
  ["dr Hale cancelled, next slot 22 jan 9.20. pt = Mr Orban, he prefers mornings", "Dear Mr Orban,", /\bpt\b|is you/],
  ["dont ship batch 77, label error. hold til QA ok. Martin Berg", "Dear Martin", /I do not ship/],
  ["rent for unit 9 late again, 1,450 due. Mr Sandor. last time before late fee", "Dear Mr Sandor,", /like to rent/],
  ["roof survey done. repair 480+vat. ok to go ahead? Maria Holm", "Dear Maria", /please repair/i],
])("“%s” names its reader and makes up no request", (intent, greeting, unwanted) => {
  const { body } = draft(intent);
  expect(body.startsWith(greeting)).toBe(true);
  expect(body).not.toMatch(unwanted);
});
