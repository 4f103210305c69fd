import { expect, test } from "vitest";
import { placeBeside } from "./place-beside.ts";

const screen = { width: 1000, height: 600 };
const size = { width: 100, height: 20 };
const anchorAt = (left: number, top: number) => ({ left, top, width: 40, height: 40 });

test("the popup is centred on the wanted side, with a gap", () => {
  const anchor = anchorAt(400, 300);
  const beside = (side: "top" | "bottom" | "left" | "right") => placeBeside(anchor, size, screen, { side, gap: 6 });
  expect(beside("bottom")).toEqual({ left: 370, top: 346 });
  expect(beside("top")).toEqual({ left: 370, top: 274 });
  expect(beside("right")).toEqual({ left: 446, top: 310 });
  expect(beside("left")).toEqual({ left: 294, top: 310 });
});

test("the popup flips if there is no room, and stays within the screen at the edges", () => {
  expect(placeBeside(anchorAt(400, 555), size, screen, { side: "bottom", gap: 6 }).top).toBe(529);
  expect(placeBeside(anchorAt(955, 300), size, screen, { side: "right", gap: 6 }).left).toBe(849);
  expect(placeBeside(anchorAt(2, 300), size, screen, { side: "bottom", gap: 6 }).left).toBe(8);
  expect(placeBeside(anchorAt(958, 300), size, screen, { side: "bottom", gap: 6 }).left).toBe(892);
});

test("a popup that fits on neither side stays on the wanted one, at the edge of the screen", () => {
  const low = { width: 300, height: 60 };
  expect(placeBeside(anchorAt(10, 10), { width: 400, height: 90 }, low, { side: "bottom", gap: 6 })).toEqual({
    left: 8,
    top: 8,
  });
});
