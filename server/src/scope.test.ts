import { expect, test } from "vitest";
import { openVisitor, openWorld, type World } from "./scope.ts";

const open = () => openWorld({} as Parameters<typeof openWorld>[0]);

test("state is opened once for each world, and with that world", () => {
  const [one, other] = [open(), open()];
  const worlds: World[] = [];
  const counts = (world: World) => {
    worlds.push(world);
    return new Map<string, number>();
  };
  one.once(counts).set("here", 1);
  expect(one.once(counts).get("here")).toBe(1);
  expect(other.once(counts).size).toBe(0);
  expect(worlds).toEqual([one, other]);
});

test("a use case has the state of its world", () => {
  const world = open();
  const names = () => new Set<string>();
  world.once(names).add("kept");
  expect(openVisitor(world).once(names).has("kept")).toBe(true);
});
