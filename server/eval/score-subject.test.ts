import { expect, test } from "vitest";
import { scoreSubjects } from "./score-subject.ts";

test("the share of words that the writer would have changed in a suggested subject is measured [FBK-04]", () => {
  const rows = [
    { id: "1", body: "The boxes arrive.", subject: "Boxes arrive on Friday", human: [] },
    { id: "2", body: "The boxes arrive.", subject: "Boxes arrive", human: [] },
  ];
  expect(scoreSubjects(rows, () => "Boxes arrive").changed).toBeCloseTo(0.25);
});
