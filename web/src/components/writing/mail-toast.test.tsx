import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { MailOutcome } from "#lib/mail/mail-outcome.ts";
import { Toaster } from "../ui/toaster.tsx";
import { announceMail } from "./mail-toast.tsx";

const mail = { messageId: "<1@acme.test>", to: ["priya@example.com", "anil@example.com"], subject: "Terms" };

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster />);
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const tell = (outcome: MailOutcome, actions = {}) => act(() => void announceMail(mail, outcome, actions));
const shown = () => [...document.querySelectorAll("[data-toast]")].map((card) => card.textContent);

test("after the countdown the toast says Sending, not Sent [BYD-05]", async () => {
  tell({ state: "undoable", until: new Date(Date.now() + 2_000) }, { undo: vi.fn() });
  expect(shown()).toEqual(["Sending in 2 s“Terms” to priya@example.com and 1 moreUndo"]);
  await pass(2_500);
  expect(shown()).toEqual(["Sending…“Terms” to priya@example.com and 1 more"]);
  await pass(600_000);
  expect(shown()).toEqual(["Sending…“Terms” to priya@example.com and 1 more"]);
  tell({ state: "sent" });
  expect(shown()).toEqual(["Sent to priya@example.com and 1 more"]);
  await pass(3_050);
  await pass(1_050);
  expect(shown()).toEqual([]);
});

test.each<[MailOutcome, RegExp, string]>([
  [
    { state: "waiting", detail: "The server put the mail off: 451.", at: new Date() },
    /^Waiting: The server put the mail off: 451\.Next try at .+\.“Terms”/,
    "blank",
  ],
  [{ state: "failed", detail: "550 No such user" }, /^Not sent: 550 No such user“Terms” to/, "error"],
  [
    { state: "unconfirmed", detail: "Delivery unconfirmed: it may have arrived." },
    /^Unconfirmed: it may have arrived\.“Terms” to/,
    "error",
  ],
  [{ state: "sending" }, /^Sending…“Terms” to/, "loading"],
  [{ state: "scheduled", at: new Date() }, /^Will be sent .+“Terms” to/, "blank"],
])("%j is described in the toast of that mail", (outcome, words, kind) => {
  tell({ state: "undoable", until: new Date(Date.now() + 2_000) });
  tell(outcome);
  expect(shown()).toEqual([expect.stringMatching(words)]);
  expect(document.querySelector("[data-toast]")?.getAttribute("data-toast")).toBe(kind);
});

test("the icon of one state does not stay for the next", () => {
  tell({ state: "waiting", detail: "451", at: new Date() });
  expect(document.querySelector("[data-toast] .lucide-clock")).not.toBeNull();
  tell({ state: "sent" });
  expect(document.querySelector("[data-toast] .lucide-clock")).toBeNull();
});

test("Undo and Retry run their action, and a failure is shown", async () => {
  const undo = vi.fn().mockResolvedValue(undefined);
  tell({ state: "undoable", until: new Date(Date.now() + 9_000) }, { undo });
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await pass(0);
  expect(undo).toHaveBeenCalledOnce();
  expect(shown()).toEqual(["Sending undone. Your draft is kept."]);

  tell(
    { state: "undoable", until: new Date(Date.now() + 9_000) },
    { undo: () => Promise.reject(new Error("Too late")) },
  );
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await pass(0);
  expect(shown()).toEqual(["Too late"]);

  const retry = vi.fn().mockResolvedValue(undefined);
  tell({ state: "failed", detail: "550" }, { retry });
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(retry).toHaveBeenCalledOnce();
});
