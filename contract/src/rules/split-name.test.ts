import { expect, test } from "vitest";
import { splitName } from "./split-name.ts";

test("a first name is found in the usual ways to write a name, and never in an address [PPL-14] [TPL-01]", () => {
  expect(splitName("Dr. Meera Krishna Rao")).toEqual({ firstName: "Meera", lastName: "Krishna Rao" });
  expect(splitName('"Rao, Meera"')).toEqual({ firstName: "Meera", lastName: "Rao" });
  expect(splitName("King, Jr.")).toEqual({ firstName: "King,", lastName: "Jr." });
  expect(splitName("Meera")).toEqual({ firstName: "Meera", lastName: "" });
  expect(splitName("meera@rao.in")).toEqual({ firstName: "", lastName: "" });
  expect(splitName(" ")).toEqual({ firstName: "", lastName: "" });
});
