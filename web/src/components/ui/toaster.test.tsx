import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { makeQueryClient } from "#lib/http/query-client.ts";
import { toast } from "#lib/toast.ts";
import { Toaster } from "./toaster.tsx";

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster />);
});

const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
const show = (work: () => void) => act(work);
/** False for a dismissed toast, which stays in the page for a second while it fades out. */
const isShown = (text: string) =>
  screen.queryByText(text)?.closest("[data-toast]")?.className.includes("pointer-events-auto") ?? false;

const kinds = [
  ["blank", 4000, () => toast("Note")],
  ["error", 4000, () => toast.error("Note")],
  ["success", 2000, () => toast.success("Note")],
  ["custom", 4000, () => toast.custom("Note")],
] as const;
const ids = { blank: "TST-02", error: "TST-03", success: "TST-04", custom: "TST-06" };

for (const [kind, ms, begin] of kinds) {
  test(`a ${kind} toast lasts ${ms} ms [${ids[kind]}]`, () => {
    show(begin);
    pass(ms - 50);
    expect(isShown("Note")).toBe(true);
    pass(100);
    expect(isShown("Note")).toBe(false);
  });
}

test("a loading toast stays until it is done [TST-05]", () => {
  show(() => toast.loading("Syncing…"));
  pass(24 * 60 * 60 * 1000);
  expect(isShown("Syncing…")).toBe(true);
});

test("the kinds are blank, error, success, loading and custom [TST-01]", () => {
  show(() => {
    toast("a");
    toast.error("b");
    toast.success("c");
    toast.loading("d");
    toast.custom("e");
  });
  const shown = [...document.querySelectorAll("[data-toast]")].map((card) => card.getAttribute("data-toast"));
  expect(shown.toSorted()).toEqual(["blank", "custom", "error", "loading", "success"]);
});

test("a dismissed toast is removed a second later [TST-08] [TST-09]", () => {
  show(() => toast.loading("Syncing…"));
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  pass(950);
  expect(screen.queryByText("Syncing…")).not.toBeNull();
  expect(isShown("Syncing…")).toBe(false);
  pass(100);
  expect(screen.queryByText("Syncing…")).toBeNull();
});

test("the newest 20 toasts are kept [TST-10]", () => {
  show(() => {
    for (let count = 1; count <= 25; count += 1) toast.loading(`Toast ${count}`);
  });
  expect(document.querySelectorAll("[data-toast]")).toHaveLength(20);
  expect(screen.queryByText("Toast 5")).toBeNull();
  expect(screen.queryByText("Toast 25")).not.toBeNull();
});

test("errors are announced assertively, other toasts politely", () => {
  show(() => {
    toast.error("Broken");
    toast.success("Done");
  });
  const politeness = (text: string) => screen.getByText(text).closest("[data-toast]")?.getAttribute("aria-live");
  expect(politeness("Broken")).toBe("assertive");
  expect(politeness("Done")).toBe("polite");
});

test("a failure without a message shows a general one [ERR-21]", async () => {
  const client = makeQueryClient();
  const mutation = client.getMutationCache().build(client, { mutationFn: () => Promise.reject(new Error("")) });
  await act(async () => {
    const done = mutation.execute(undefined).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(10);
    await done;
  });
  expect(isShown("Something went wrong")).toBe(true);
});
