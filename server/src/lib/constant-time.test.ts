import { expect, test } from "vitest";
import { equalInConstantTime } from "./constant-time.ts";

test("texts and bytes are equal only if they have the same length and content", () => {
  expect(equalInConstantTime("secret", "secret")).toBe(true);
  expect(equalInConstantTime(Buffer.from("secret"), "secret")).toBe(true);
  expect(equalInConstantTime("", "")).toBe(true);
  for (const wrong of ["secreT", "secre", "secrets", "", "sécret"])
    expect(equalInConstantTime(wrong, "secret")).toBe(false);
});
