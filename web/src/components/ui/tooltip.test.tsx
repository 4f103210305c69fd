import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { Tooltip } from "./tooltip.tsx";

function show() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  // Long after the tooltip of any test before.
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

test("it waits a moment under the mouse, and bears being pointed at", () => {
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

test("once one was shown the next comes at once; a press and Escape take it away", () => {
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

test("a finger is not shown any, and nobody is told twice", () => {
  const button = show();
  enter(button, "touch");
  pass(1000);
  expect(words()).toBeNull();
  enter(button);
  pass(400);
  expect(words()?.closest("[aria-hidden=true]")).not.toBeNull();
  expect(screen.getByRole("button", { name: "Delete" })).toBe(button);
});
