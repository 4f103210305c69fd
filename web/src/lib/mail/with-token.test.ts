import { expect, test } from "vitest";
import { withToken } from "./with-token.ts";

test("a token is inserted at the caret, or at the end without one [CMP-04]", () => {
  expect(withToken("Dear , hello", "{FirstName}", { from: 5, to: 5 })).toEqual({
    text: "Dear {FirstName}, hello",
    caret: 16,
  });
  expect(withToken("We met.", "{City}").text).toBe("We met. {City}");
  expect(withToken("", "{City}").text).toBe("{City}");
});

test("a token is separated from words by spaces [CMP-04]", () => {
  expect(withToken("We met", "{FirstName}", { from: 0, to: 0 }).text).toBe("{FirstName} We met");
  expect(withToken("{FirstName}", "{Company}").text).toBe("{FirstName} {Company}");
  expect(withToken("Hi you all", "{City}", { from: 3, to: 6 }).text).toBe("Hi {City} all");
});
