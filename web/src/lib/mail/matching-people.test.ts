import { expect, test } from "vitest";
import { matchingPeople } from "./matching-people.ts";

const people = [
  { name: "Ravi Nair", address: "ravi@acme.test" },
  { name: "", address: "priya.nair@meridian.test" },
  { name: "Élodie", address: "e@x.test" },
];
const found = (typed: string, chosen: string[] = []) =>
  matchingPeople(people, typed, chosen).map(({ address }) => address);

test("people are found by the beginning of a word of their name or address, and not twice", () => {
  expect(found("nair")).toEqual(["ravi@acme.test", "priya.nair@meridian.test"]);
  expect(found("nair", ["RAVI@acme.test"])).toEqual(["priya.nair@meridian.test"]);
  expect([found("elo"), found("air"), found(" "), found("[.*")]).toEqual([["e@x.test"], [], [], []]);
});

test("at most eight are shown", () => {
  const many = Array.from({ length: 50 }, (_, n) => ({ name: "", address: `p${n}@x.test` }));
  expect(matchingPeople(many, "p", [])).toHaveLength(8);
});
