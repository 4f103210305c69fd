import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Tooltip } from "./tooltip.tsx";

function show() {
  vi.useFakeTimers();
  // So late that no tooltip of an earlier test removes the delay.
  vi.setSystemTime(Date.now() + 60_000);
  render(
    <Tooltip text="Delete" keys="#">
      <button type="button" aria-label="Delete" />
    </Tooltip>,
  );
  return screen.getByRole("button");
}
const words = () => screen.queryByText("Delete");
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const enter = (element: Element, pointerType = "mouse") => fireEvent.pointerEnter(element, { pointerType });

test("it appears after a delay under the mouse, and stays while the pointer is on it", () => {
  const button = show();
  enter(button);
  pass(300);
  expect(words()).toBeNull();
  pass(100);
  expect(words()?.textContent).toContain("#");
  fireEvent.pointerLeave(button);
  pass(50);
  enter(button);
  pass(1000);
  expect(words()).not.toBeNull();
  fireEvent.pointerLeave(button);
  pass(200);
  expect(words()).toBeNull();
});

test("after one tooltip the next appears without delay; a press and Escape hide it", () => {
  const button = show();
  enter(button);
  pass(400);
  fireEvent.pointerDown(button);
  expect(words()).toBeNull();
  fireEvent.pointerLeave(button);
  enter(button);
  expect(words()).not.toBeNull();
  fireEvent.keyDown(document.body, { key: "Escape" });
  expect(words()).toBeNull();
});

test("touch shows no tooltip, and screen readers do not read the text twice", () => {
  const button = show();
  enter(button, "touch");
  pass(1000);
  expect(words()).toBeNull();
  enter(button);
  pass(400);
  expect(words()?.closest("[aria-hidden=true]")).not.toBeNull();
  expect(screen.getByRole("button", { name: "Delete" })).toBe(button);
});
