import { expect, test } from "vitest";
import { apply, mutationsOf } from "./mutations.mjs";

const mutantsOf = (source) => mutationsOf(source).map((mutation) => apply(source, mutation));

test("each operator, condition, literal and unused call is changed once", () => {
  expect(mutantsOf("const a: 1 | 2 = b < 3 ? c : d;")).toEqual([
    "const a: 1 | 2 = c;",
    "const a: 1 | 2 = b <= 3 ? c : d;",
    "const a: 1 | 2 = b < 6 ? c : d;",
  ]);
  expect(mutantsOf("if (!x) await f(true);")).toEqual([
    "if (true) await f(true);",
    "if (false) await f(true);",
    "if (x) await f(true);",
    "if (!x) ;",
    "if (!x) await f(false);",
  ]);
});

test("imports and types are left alone", () => {
  expect(mutationsOf('import { a } from "./a.ts";\ntype B = { c: 1 };\ninterface D { e: true }')).toEqual([]);
});

test("a mutation knows its line", () => {
  expect(mutationsOf("f(g);\n\nconst a = 1;").map(({ line }) => line)).toEqual([1, 3]);
});
