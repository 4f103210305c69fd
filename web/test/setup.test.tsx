import { act, fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { toast } from "#lib/toast.ts";
import { Toaster } from "#components/ui/toaster.tsx";

// The first of each pair leaves behind what the second must not find.
const left: string[] = [];

test("a test may leave a timer, an interval and fake time", () => {
  setTimeout(() => left.push("timeout"), 20);
  setInterval(() => left.push("interval"), 20);
  vi.useFakeTimers();
});
test("no timer of an earlier test runs, and time is real", async () => {
  expect(vi.isFakeTimers()).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(left).toEqual([]);
});

test("a test may leave a toast that is about to be removed, and a pointer over the toasts", () => {
  render(<Toaster />);
  act(() => void toast.loading("Earlier", { id: "same" }));
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  fireEvent.mouseEnter(screen.getByRole("region", { name: "Notifications" }));
});
test("a toast with the name of an earlier test's toast stays", async () => {
  render(<Toaster />);
  expect(screen.queryByText("Earlier")).toBeNull();
  act(() => void toast.loading("Later", { id: "same" }));
  await act(() => new Promise((resolve) => setTimeout(resolve, 1_100)));
  expect(screen.queryByText("Later")).not.toBeNull();
  act(() => void toast("Later", { id: "same", duration: 1 }));
  await vi.waitFor(() => expect(screen.queryByText("Later")).toBeNull(), 3_000);
});
