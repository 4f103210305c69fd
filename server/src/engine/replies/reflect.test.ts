import { expect, test } from "vitest";
import { affirmed, indirect } from "./questions.ts";
import { reflect } from "./reflect.ts";

test.each([
  ["send me your figures", "send you my figures"],
  ["let us know when you arrive", "let you know when I arrive"],
  ["I will call you", "you will call me"],
  ["you are our guest", "I am your guest"],
  ["what we agreed with you", "what you agreed with me"],
  ["buy the food we talked about", "buy the food we talked about"],
])("%s becomes %s in the answer", (theirs, ours) => {
  expect(reflect(theirs)).toBe(ours);
});

test.each([
  ["Do you have the budget figures?", "whether I have the budget figures"],
  ["When will you arrive?", "when I will arrive"],
  ["What is the deadline for the grant?", "the deadline for the grant"],
  ["Where is the office?", "where the office is"],
  ["How many people will you bring?", "how many people I will bring"],
  ["Is that feasible for your team?", "whether that is feasible for my team"],
  ["Is the venue booked?", "whether the venue is booked"],
  ["Are the ATP papers needed for Estonia?", "whether the ATP papers are needed for Estonia"],
  ["Will the door in the shower room still open?", "whether the door in the shower room will still open"],
  ["Shall I order the grey tiles?", "whether you should order the grey tiles"],
])("%s becomes the indirect question: %s", (question, expected) => {
  expect(indirect(question)).toBe(expected);
});

test.each([
  "put you down for Thursday",
  "I may put you down",
  "we could pencil you in for Monday",
  "should we cc you in the thread",
])('%s is left alone, because its verb does not tell whether "you" is a subject or an object', (theirs) => {
  const said = reflect(theirs);
  if (said !== undefined) expect(said).not.toMatch(/\bI (?:down|in)\b/);
  expect(said).toSatisfy((text: string | undefined) => text === undefined || /\bme\b/.test(text));
});

test("questions whose pronouns are ambiguous are not turned", () => {
  expect(indirect("May I put you down for Thursday?")).toBeUndefined();
  expect(indirect("Did you authorise this payment?")).toBeUndefined();
});

test("a yes is a full statement only if the pronouns are clear", () => {
  expect(affirmed("Do you have the figures?")).toBe("I have the figures");
  expect(affirmed("Do you prefer Zoom or Teams?")).toBeUndefined();
});
