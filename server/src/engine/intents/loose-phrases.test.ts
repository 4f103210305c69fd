// Forms of dictation and of notes in a hurry. The cases are other ones than those of the evaluation.
import { expect, test } from "vitest";
import { draftEmail } from "../builtin.ts";
import { withNearWords } from "./near-words.ts";

const draft = (intent: string) => draftEmail({ intent, tone: "professional", context: "", sender: "Sam" });

test.for([
  [
    "ask Ms Lindgren if the keys arrived and if not whether I should drop off a spare set",
    ["if the keys arrived?", "If not, could you please tell me whether I should drop off a spare set?"],
  ],
  [
    "tell Mr Osei the quote comes Friday and that we have two questions: does he want oak, and who removes the old floor",
    ["We have two questions.", "Do you want oak?", "Who removes the old floor?"],
  ],
  ["meeting with Keller moved Tue -> Thu 3pm, room 4", ["Dear Keller,", "from Tuesday to Thursday 3pm."]],
  [
    "tell Amina the good news first (she got the flat), then that she has to bring the deposit by Monday",
    ["You got the flat.", "You have to bring the deposit by Monday."],
  ],
  [
    "tell the crew that Luis is retiring in July, thank him for 20 years, drinks on Friday",
    ["Luis is retiring in July.", "We would like to thank Luis for 20 years."],
  ],
  [
    "apply for the night shift job, 4 years experience, CV attached",
    ["I have 4 years of experience.", "My CV is attached."],
  ],
  ["need quote 20 oak doors by 3 May", ["I need a quote for 20 oak doors by 3 May."]],
  [
    "remind Paolo that the form is due Monday, if he needs help he should call me",
    ["If you need help you should call me."],
  ],
  ["propose to Costa Lda. a call on 4 May about the tiles", ["Dear Costa Lda,", "a call on 4 May about the tiles"]],
  ["tell the parents the pool is shut on Monday, they should bring books", ["Please bring books."]],
] as const)("%s", ([intent, sentences]) => {
  const { body } = draft(intent);
  for (const sentence of sentences) expect(body).toContain(sentence);
  expect(body).not.toContain("[In your words");
});

test("dictated speech loses its fillers and keeps every statement", () => {
  const { body, basis } = draft(
    "hey so this is for Nora at the depot, um basically the van is back on Friday so she can cancel the rental, and I will bring the papers, oh and thanks to her for waiting",
  );
  expect(body).toMatch(/^Dear Nora,/);
  for (const said of [
    "The van is back on Friday.",
    "You can cancel the rental.",
    "I will bring the papers.",
    "for waiting",
  ])
    expect(body).toContain(said);
  expect(body).not.toMatch(/\bum\b|basically|depot|\boh\b/);
  expect(basis).toBe("composed");
});

test("what the writer is told to keep quiet about stays out of a dictated mail", () =>
  expect(
    draft(
      "don't tell her the budget yet, just say to Ms Roth that the plan follows on Tuesday and that we have two questions: does she need parking, and how many guests will stay overnight at the house",
    ).body,
  ).not.toMatch(/budget|don't tell/));

test("a firm that another firm sued keeps its pronouns", () =>
  expect(draft("ask our solicitor if Carvane can fine us for using their logo").body).toContain(
    "for using their logo",
  ));

test("a firm that is asked beside the reader is marked instead of being greeted", () => {
  const { body } = draft("tell Ingrid that the crane is booked and ask Brandt GmbH for the keys");
  expect(body).toContain("Dear Ingrid,");
  expect(body).toContain("[In your words: the keys]");
});

test.for([
  [
    "we'd like to hire Lena from May, offer her 39k",
    ["Dear Lena,", "We would like to hire you from May.", "offer you 39k"],
  ],
  ["remind Ms Pohl for the third time that the bill is open", ["This is our third reminder that the bill is open."]],
  ["write to our cleaning firm that the hall was dirty on Monday", ["The hall was dirty on Monday."]],
  ["request from the library: copies of the 1901 census", ["copies of the 1901 census"]],
  ["hi team just say that the lift is off until Friday", ["Dear team,", "The lift is off until Friday."]],
  ["reject the applicant Mia Holt, keep the door open", ["We would be glad to stay in touch."]],
  ["I need the surveyor to send the report by Monday", ["send the report by Monday"]],
] as const)("%s [reader]", ([intent, sentences]) => {
  const { body } = draft(intent);
  for (const sentence of sentences) expect(body).toContain(sentence);
  expect(body).not.toMatch(/keep the door|just say|from the library:|cleaning firm/);
});

test("a complaint that somebody wants to make is one", () =>
  expect(draft("I want to complain to the hotel, the room was dirty on 3 May and nobody came").body).toMatch(
    /the room was dirty on 3 May/i,
  ));

test.for([
  ["tel sandra her apointment moved to tusday", "tell sandra her appointment moved to tuesday"],
  ["remnd Bob about the invocie", "remind Bob about the invoice"],
  ["the contact will deliver the raiment", "the contact will deliver the raiment"],
  ["massage the numbers and order melting pots", "massage the numbers and order melting pots"],
  ["will sell the van", "will sell the van"],
] as const)("%s", ([typed, meant]) => expect(withNearWords(typed)).toBe(meant));
