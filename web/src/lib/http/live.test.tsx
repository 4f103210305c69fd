import { act, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { liveServer } from "#test/fake-live.ts";
import { shareTabs } from "#test/fake-tabs.ts";
import { sessionOf } from "#test/people.ts";
import { clearSession, saveSession } from "../session/session.ts";
import { useLiveConnection, useLiveEvent } from "./live.ts";

function Screen({ onGap }: { onGap: () => void }) {
  const [heard, setHeard] = useState<string[]>([]);
  useLiveConnection(onGap);
  useLiveEvent("mail", (data) => setHeard([...heard, (data as { subject: string }).subject]));
  return <output>{heard.join(", ")}</output>;
}

function turn(visibility: "visible" | "hidden") {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(visibility);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
}

test("events reach the screen that listens for them, each with the screen's latest state", async () => {
  saveSession(sessionOf("NORMAL_USER"));
  const connections = liveServer();
  render(<Screen onGap={vi.fn()} />);
  await vi.waitFor(() => expect(connections).toHaveLength(1));
  connections[0]?.say('event: mail\ndata: {"subject":"One"}\n\nevent: other\ndata: {"subject":"No"}\n\n');
  await screen.findByText("One");
  connections[0]?.say('event: mail\ndata: {"subject":"Two"}\n\n');
  await screen.findByText("One, Two");
});

test("a hidden tab disconnects after a while, and reports a gap when it is visible again", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.restoreAllMocks());
  saveSession(sessionOf("NORMAL_USER"));
  shareTabs();
  const connections = liveServer();
  const onGap = vi.fn();
  const { unmount } = render(<Screen onGap={onGap} />);
  await act(() => vi.advanceTimersByTimeAsync(10));
  turn("hidden");
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(connections[0]?.signal?.aborted).toBe(false);
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(connections[0]?.signal?.aborted).toBe(true);
  turn("visible");
  await act(() => vi.advanceTimersByTimeAsync(10));
  expect(connections).toHaveLength(2);
  expect(onGap).toHaveBeenCalledOnce();
  unmount();
  expect(connections[1]?.signal?.aborted).toBe(true);
});

test("a page in the back/forward cache disconnects, and reports a gap when it is restored", async () => {
  saveSession(sessionOf("NORMAL_USER"));
  const connections = liveServer();
  const onGap = vi.fn();
  render(<Screen onGap={onGap} />);
  await vi.waitFor(() => expect(connections).toHaveLength(1));
  act(() => void dispatchEvent(new Event("pagehide")));
  expect(connections[0]?.signal?.aborted).toBe(true);
  expect(onGap).not.toHaveBeenCalled();
  act(() => void dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true })));
  await vi.waitFor(() => expect(connections).toHaveLength(2));
  expect(onGap).toHaveBeenCalledOnce();
});

test("the connection ends with the session, and another account gets its own", async () => {
  const ana = sessionOf("NORMAL_USER");
  saveSession(ana);
  const connections = liveServer();
  render(<Screen onGap={vi.fn()} />);
  await vi.waitFor(() => expect(connections).toHaveLength(1));
  saveSession({ ...ana, token: "renewed" });
  expect(connections[0]?.signal?.aborted).toBe(false);
  clearSession();
  expect(connections[0]?.signal?.aborted).toBe(true);
  saveSession({ ...ana, token: "umas", user: { ...ana.user, _id: "uma" } });
  await vi.waitFor(() => expect(connections).toHaveLength(2));
  expect(connections[1]?.authorization).toBe("Bearer umas");
});
