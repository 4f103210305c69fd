import { expect, test } from "vitest";
import { bytes, cut, dayMonthYear, grouped, initials, rupees, shortMoment } from "./format.ts";

test("dates are day-month-year, and empty without a valid date", () => {
  expect(dayMonthYear(new Date(2026, 0, 5))).toBe("05-01-2026");
  expect(dayMonthYear("not a date")).toBe("");
  expect(dayMonthYear(null)).toBe("");
});

test("a date is shown as a time today, as a day this year, and in full before", () => {
  const now = new Date(2026, 10, 14, 12);
  expect(shortMoment(new Date(2026, 10, 14, 9, 6), now)).toBe("9:06 am");
  expect(shortMoment(new Date(2026, 10, 14, 0, 0), now)).toBe("12:00 am");
  expect(shortMoment(new Date(2026, 10, 14, 12, 30), now)).toBe("12:30 pm");
  expect(shortMoment(new Date(2026, 2, 3), now)).toBe("3 Mar");
  expect(shortMoment(new Date(2025, 10, 14), now)).toBe("14-11-2025");
});

test("money and numbers are grouped the Indian way", () => {
  expect(grouped(100000)).toBe("1,00,000");
  expect(rupees(100000)).toBe("₹1,00,000");
  expect(rupees(499.5)).toBe("₹499.50");
  expect(rupees(0)).toBe("₹0");
});

test("sizes are rounded, in the largest fitting unit", () => {
  expect([0, 1023, 1024, 312 * 1024, 4.25 * 1024 * 1024, 10 * 1024 * 1024].map(bytes)).toEqual([
    "0 B",
    "1023 B",
    "1 KB",
    "312 KB",
    "4.3 MB",
    "10 MB",
  ]);
});

test("initials come from a name or an address", () => {
  expect(initials("Priya Nair")).toBe("PN");
  expect(initials("Maria del Carmen Ortiz")).toBe("MO");
  expect(initials("orders@saffron.in")).toBe("OR");
  expect(initials("priya.nair@acme.test")).toBe("PN");
  expect(initials("😀 Smile")).toBe("😀S");
  expect(initials("  ")).toBe("?");
});

test("long text is cut with an ellipsis, short text stays", () => {
  expect(cut("Re: Q3 supply contract", 10)).toBe("Re: Q3 sup…");
  expect(cut("Short", 10)).toBe("Short");
});
