import { expect, test } from "vitest";
import { runAttached } from "./run.mjs";
import { lanesOf, openOutputs } from "./test-lanes.mjs";
import { choose, parts } from "./test-parts.mjs";

const namesOf = (lanes) => lanes.map((lane) => lane.map(({ name }) => name));
const machine = { cores: 4, memory: 8e9 };

test("every part is in one of two lanes, and each lane keeps the order of the parts", () => {
  expect(namesOf(lanesOf(parts, machine))).toEqual([
    ["unit", "postgres"],
    ["types", "lint", "browser"],
  ]);
  expect(namesOf(lanesOf(choose(["browser"]).chosen, machine))).toEqual([["browser"]]);
});

test("a machine with two cores or little memory runs one part after the other", () => {
  expect(lanesOf(parts, { ...machine, cores: 2 })).toEqual([parts]);
  expect(lanesOf(parts, { ...machine, memory: 4e9 })).toEqual([parts]);
});

test("a lane's output is kept until the lanes before it have ended, then it is written at once", () => {
  const written = [];
  const [first, second, third] = openOutputs(3, (text) => written.push(text));
  first.write("a1");
  third.write("c1");
  second.write("b1");
  third.end();
  expect(written).toEqual(["a1"]);
  expect([first, second, third].map(({ hasTerminal }) => hasTerminal())).toEqual([true, false, false]);
  first.end();
  second.write("b2");
  expect(written).toEqual(["a1", "b1", "b2"]);
  second.end();
  expect(written).toEqual(["a1", "b1", "b2", "c1"]);
});

test("a command without the terminal passes on all that it writes, and its exit code", async () => {
  const written = [];
  const script = 'console.log("out"); console.error("err"); process.exitCode = 3';
  const options = { stdio: ["ignore", "pipe", "pipe"], onOutput: (chunk) => written.push(String(chunk)) };
  expect(await runAttached(process.execPath, ["-e", script], options)).toBe(3);
  expect(written.toSorted()).toEqual(["err\n", "out\n"]);
});
