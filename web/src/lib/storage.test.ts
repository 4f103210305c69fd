import { expect, test, vi } from "vitest";
import { jsonEntry, textEntry } from "./storage.ts";

const numbers = jsonEntry<number>("n", (found) => (typeof found === "number" ? found : null));

test("an entry returns the written value", () => {
  numbers.write(42);
  expect(numbers.read()).toBe(42);
  numbers.clear();
  expect(numbers.read()).toBeNull();
});

test("invalid JSON and unexpected values read as absent", () => {
  localStorage.setItem("n", "{not json");
  expect(numbers.read()).toBeNull();
  localStorage.setItem("n", '{"__proto__":{"x":1}}');
  expect(numbers.read()).toBeNull();
});

test("a browser that refuses storage causes no error", () => {
  const refuse = () => {
    throw new DOMException("denied", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  const entry = textEntry("x");
  expect(() => entry.write("1")).not.toThrow();
  expect(entry.read()).toBeNull();
  expect(() => entry.clear()).not.toThrow();
  vi.unstubAllGlobals();
});
