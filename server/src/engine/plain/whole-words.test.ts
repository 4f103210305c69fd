import { expect, test } from "vitest";
import { withWholeWords } from "./whole-words.ts";

test.each([
  ["shipmt ready sat 9am, insp tmrw", "shipment ready Saturday 9am, inspection tmrw"],
  ["moved 12/5 -> 19/5 10:40", "moved from 12/5 to 19/5 10:40"],
  ["she askd re parking = yes", "she asked about parking: yes"],
  ["cant make it = tell Hugh", "if you cannot make it, please contact Hugh"],
  ["need it b4 sun", "need it before Sunday"],
  ["we sat in the sun", "we sat in the sun"],
  ["temp log of rack 3", "temp log of rack 3"],
])("“%s” becomes “%s”", (typed, whole) => {
  expect(withWholeWords(typed)).toBe(whole);
});
