import { expect, test } from "vitest";
import { completed } from "./completed.ts";

test.each([
  ["no hot water meanwhile", "there will be no hot water meanwhile"],
  ["no extra charge", "there is no extra charge"],
  ["not possible before Easter", "unfortunately, this is not possible before Easter"],
  ["two volunteers still needed", "two volunteers are still needed"],
  ["slip attached", "The slip is attached"],
  ["no dogs", undefined],
  ["the door is open", undefined],
])("the note %j is the statement %j", (note, statement) => expect(completed(note)).toBe(statement));
