import { expect, test } from "vitest";
import { maskSecrets, unmasking } from "./mask-secrets.ts";

test("a mail with thousands of secrets gets one mark for each, and all are restored", () => {
  const text = Array.from({ length: 30_000 }, (_, n) => `pin:${10_000 + (n % 25_000)}`).join(" ");
  const masked = maskSecrets(text);
  const { hidden } = masked;
  expect(hidden).not.toMatch(/pin:\d/);
  expect(hidden.match(/⟦private-1⟧/g)).toHaveLength(2);
  expect(unmasking(masked).restore(hidden)).toBe(text);
}, 10_000);
