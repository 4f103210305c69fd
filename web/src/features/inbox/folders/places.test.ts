import { menuOf } from "@intellibox/contract/rules/menu";
import { expect, test } from "vitest";
import { places } from "./places.ts";

test("no two lines of the sidebar have the same name", () => {
  const placeNames = Object.values(places).map(({ name }) => name);
  for (const items of Object.values(menuOf)) {
    const names = [...items.map(({ label }) => label), ...placeNames];
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  }
});
