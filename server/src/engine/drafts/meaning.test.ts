import { tones } from "@intellibox/contract/rules/choices";
import { LocalLinter } from "harper.js";
import { slimBinaryInlined } from "harper.js/slimBinaryInlined";
import { expect, test } from "vitest";
import { draftEmail } from "../builtin.ts";

const draft = (intent: string, context = "") => draftEmail({ intent, context, tone: "professional", sender: "Ada" });

// Each intent with what its mail must say and what would be another meaning.
const meanings: [string, RegExp[], RegExp][] = [
  [
    "ask our lawyer whether we can terminate the contract with Soltec",
    [/^Hello,/, /whether we can terminate the contract with Soltec\?/],
    /Dear Soltec|with you\b/,
  ],
  ["we can't pay this month, ask for 30 more days", [/We cannot pay this month\./, /30 more days/], /remind|overdue/i],
  [
    "Announce to all staff that the office is closed on Friday",
    [/^Dear all,/, /The office is closed on Friday\./],
    /Announce|following/,
  ],
  [
    "invite the Globex team to a product demo on Tuesday 3pm and ask who will attend",
    [/^Dear Globex team,/, /product demo on Tuesday 3pm\./, /who will attend\?/],
    /and ask/,
  ],
  [
    "tell Maria that she can start Monday, her laptop is ready",
    [/^Dear Maria,/, /You can start Monday\./, /Your laptop is ready\./],
    /\b(?:she|her)\b/i,
  ],
  [
    "tell Claire that Victor leaves us on the 30th and I'm her new contact",
    [/^Dear Claire,/, /I am your new contact/],
    /Dear Victor/,
  ],
  [
    "tell Tom that Anna is sick and he must take her shift on Thursday",
    [/^Dear Tom,/, /you must take her shift on Thursday/],
    /your shift/,
  ],
  [
    "let Anna know that Peter from Siemens called. his number is 0170 555 12",
    [/^Dear Anna,/, /Peter from Siemens called\./, /His number is 0170 555 12\./],
    /[Yy]our number/,
  ],
  [
    "Ms Cho's parcel LX9920 is lost. apologize, refund 79.90",
    [/^Dear Ms Cho,/, /Your parcel LX9920 is lost\./, /will refund|promise to refund/],
    /Could you|Please refund/,
  ],
  [
    "decline the quote from Bauer because it is too expensive but say we may come back next year",
    [/^Dear Bauer,/, /decline your quote\./, /It is too expensive\./, /We may come back next year\./],
    /but say/,
  ],
  [
    "tell yusuf he didnt get the role, offer him a feedback chat this week",
    [/^Dear Yusuf,/, /You did not get the role\./, /offer you a feedback chat this week/],
    /\bhim\b/,
  ],
  [
    "if they can't deliver by Friday, ask for a refund",
    [/If you cannot deliver by Friday, I would like to (?:ask for|request) a refund\./],
    /they/,
  ],
  [
    "Write an email to Priya asking whether the samples arrived and thanking her for the quick quote. Keep it short.",
    [/^Dear Priya,/, /whether the samples arrived\?/, /Thank you (?:very much )?for the quick quote\./],
    /short|asking|email/i,
  ],
  [
    "ask Dev team to roll back release 4.2 - payments fail for about 3% of users. Tell them not to deploy anything else today",
    [/^Dear Dev team,/, /roll back release 4\.2/, /not (?:to )?deploy anything else today/],
    /Tell them/,
  ],
  [
    "kwame pls book the 3 accruals before close",
    [/^Dear Kwame,/, /[Pp]lease book the 3 accruals before close/],
    /I would like to book/,
  ],
  [
    "let Mia know I can take her to the airport, pick her up at 5:15",
    [/^Dear Mia,/, /I can take you to the airport\./, /(?:will|promise to) pick you up at 5:15/],
    /Please pick|Could you/,
  ],
  ["ask Sven from purchasing to approve PO 9917 today", [/^Dear Sven,/, /approve PO 9917 today/], /from purchasing/],
];

test.each(meanings)("%s", (intent, said, wrong) => {
  const { body } = draft(intent);
  for (const expected of said) expect(body).toMatch(expected);
  expect(body).not.toMatch(wrong);
});

test("a verb that the engine does not know is marked, not handed to the reader as an order", () => {
  const { body, basis } = draft("steamroll Ravi's budget");
  expect(basis).toBe("frame");
  expect(body).toContain("[In your words: steamroll Ravi's budget]");
});

test("a grave subject is not cheerful in any tone", () => {
  const grave = [
    "tell the plant that our colleague Bernd Hasse died on Sunday, funeral Friday 11:00",
    "inform Mr Castellano that we terminate his contract on 31 May",
    "condolences to Mark for the loss of his father",
  ];
  for (const intent of grave)
    for (const tone of tones)
      expect(draftEmail({ intent, context: "", tone }).body).not.toMatch(
        /!|Cheers|excited|love to|great|wonderful|delighted/i,
      );
});

test("every tone has its own wording of the whole text", () => {
  const bodies = tones.map((tone) =>
    draftEmail({
      intent: "ask Lena to send the drawings by Friday and tell her that I can't join the call",
      context: "",
      tone,
      sender: "Ada",
    })
      .body.split("\n\n")
      .slice(1, -1)
      .join(" "),
  );
  expect(new Set(bodies).size).toBe(tones.length);
});

test("the To field names the reader whom the intent calls by a role", () => {
  const { body } = draftEmail({
    intent: "tell the client that the delivery left today and she gets the tracking number tonight",
    context: "",
    tone: "professional",
    to: "Maria Lopez <maria@acme.example>",
  });
  expect(body).toMatch(/^Dear Maria,/);
  expect(body).toContain("you get the tracking number tonight");
});

test("the drafts of a spread of intents are free of grammar mistakes", { timeout: 120_000 }, async () => {
  const linter = new LocalLinter({ binary: slimBinaryInlined });
  for (const [intent] of meanings) {
    const { body } = draft(intent);
    const found = (await linter.lint(body)).filter((lint) => /grammar|agreement|repetition/i.test(lint.lint_kind()));
    expect(found.map((lint) => `${lint.message()} in: ${lint.get_problem_text()} of ${body}`)).toEqual([]);
  }
});

test.each([
  ["refer the patient (no name in mail, id P-7) to Dr Nwosu for an opinion", "(id P-7)", /no name/],
  [
    "ask Greta from payroll (she is back Monday) why my overtime for March is missing",
    "Dear Greta,",
    /she is back|\[ask/,
  ],
  [
    "3 plumbers get the same request for quote: replace the pipes in a block",
    "a quote to replace the pipes",
    /plumbers/,
  ],
])("remarks for the writer in %s are not printed", (intent, kept, dropped) => {
  const { body } = draft(intent);
  expect(body).toContain(kept);
  expect(body).not.toMatch(dropped);
});

test.each([
  ["push back on Oliver's timeline, six weeks is not realistic", "Dear Oliver,", "your timeline"],
  ["we owe Brandt & Sons 2,300, ask them if we can pay in two parts", "Dear Brandt & Sons team,", "We owe you 2,300"],
  [
    "We rebrand and Lord Ashby, our patron, should hear it from us",
    "Dear Lord Ashby,",
    "I want you to hear it from us",
  ],
  ["let the choir know rehearsal moved to Wednesday", "Rehearsal", "moved to Wednesday"],
])("the reader of %s is found, and called you", (intent, ...parts) => {
  const { body } = draft(intent);
  for (const part of parts) expect(body).toContain(part);
});

test("a refusal and a last warning end without a wish for a reply", () => {
  for (const intent of [
    "Tell Ms Farrugia that we will not pay the demurrage, she should take it up with the terminal",
    "final warning to Mr Bose re noise: next time we terminate the lease",
  ])
    expect(draft(intent).body).not.toMatch(/look forward|any questions|your help/);
});

test("what must not be told is not told", () => {
  const { body } = draft("tell Ms Holt we chose somebody else, her references were poor, don't tell her that");
  expect(body.replace(/\[[^\]]*\]/g, "")).not.toMatch(/references/);
  expect(draft("tell the client the logo is late but don't say that Ben forgot it, new date Monday").body).toMatch(
    /^(?!.*Ben).*logo is late.*new date is Monday/is,
  );
});

test.each([
  [
    "Tell Lucy that Martin won't be at the site tomorrow and that she has the keys",
    "Martin will not be at the site tomorrow. You have the keys.",
  ],
  [
    "ask the printer why the programmes are dark and if they can reprint 300 at their cost",
    "Could you reprint 300 at your cost?",
  ],
  ["Gym contract of Mr Sato ends 30 April, he didn't renew", "Your gym contract ends 30 April. You did not renew."],
  [
    "tell Ruben his licence ran out in march, he has to renew it",
    "Your licence ran out in March. You have to renew it.",
  ],
])("%s is said to the reader", (intent, said) => expect(draft(intent).body).toContain(said));

test("a mail with its own salutation keeps its words and is greeted once", () => {
  const { body } = draft("Dear Mr Okafor, the weave is too loose. Could you send a tighter one by 3 May? Best, Lena");
  expect(body).toMatch(/^Dear Mr Okafor,\n\nThe weave is too loose\. Could you send a tighter one by 3 May\?/);
  expect(body).not.toMatch(/Lena/);
});

test("the owner of a reader is not the reader", () => {
  expect(draft("ask Lea's parents whether she may come to the sleepover").body).toMatch(/^Hello,/);
  expect(draft("tell Grandma Rosa's carer that the physio comes at 9").body).toMatch(
    /^Hello,\n\nThe physio comes at 9\./,
  );
});
