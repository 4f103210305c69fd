import { expect, test } from "vitest";
import { requestScore } from "./requests.ts";

test.each([
  "Could you please send me the signed copy?",
  "Let me know whether Tuesday works.",
  "I'll call you tomorrow with the numbers.",
])("there is a request or promise in: %s", (sentence) => {
  expect(requestScore(sentence)).toBeGreaterThan(0.5);
});

test.each(["The meeting took place in Lisbon last year.", "Prices rose by four percent.", "Best regards"])(
  "there is no request or promise in: %s",
  (sentence) => {
    expect(requestScore(sentence)).toBeLessThan(0.5);
  },
);
