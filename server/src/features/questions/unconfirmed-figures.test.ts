import { expect, test } from "vitest";
import { unconfirmedFigures } from "./unconfirmed-figures.ts";

const mail = "Invoice 771 over ₹18,400 is due on 20 November 2026. We meet on Friday at 7:40.";
const dates = ["2026-11-14"];

test.each([
  "Invoice 771 (₹18400.00) is due on 20 Nov.",
  "Es ist am 20. November fällig, und Freitag treffen wir uns um 7:40.",
  "It is due on 2026-11-20, or 20/11.",
  "चालान ७७१ २० नवंबर को देय है।",
  "Tom wrote on Saturday, 14 November.",
  "It may be so.",
])("what the mail, its date or the question says is confirmed: %s [ASK-14]", (sentence) => {
  expect(unconfirmedFigures(sentence, mail, dates)).toEqual([]);
});

test.each([
  ["It is due on 21 November.", ["21"]],
  ["There are 4 open invoices.", ["4"]],
  ["We meet on Monday at 7:45.", ["7:45", "Monday"]],
  ["Es ist am 20. Dezember fällig.", ["Dezember"]],
])("what nothing says is named: %s [ASK-14]", (sentence, figures) => {
  expect(unconfirmedFigures(sentence, mail, dates)).toEqual(figures);
});
