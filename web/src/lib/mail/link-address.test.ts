import { expect, test } from "vitest";
import { linkAddressOf } from "./link-address.ts";

test.each([
  ["example.com/offer", "https://example.com/offer"],
  ["example.com:8080/x", "https://example.com:8080/x"],
  ["priya@example.com", "mailto:priya@example.com"],
  ["http://example.com", "http://example.com"],
  ["tel:+911234567", "tel:+911234567"],
])("%s becomes %s", (typed, address) => {
  expect(linkAddressOf(typed)).toBe(address);
});

test.each(["javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "", "  ", "hello", "https:"])(
  "%j is no link",
  (typed) => {
    expect(linkAddressOf(typed)).toBeNull();
  },
);
