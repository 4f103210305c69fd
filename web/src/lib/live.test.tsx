import { act, render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { sessionOf } from "#test/people.ts";
import { useLiveConnection, useLiveEvent } from "./live.ts";
import { saveSession } from "./session.ts";

function Screen({ onGap }: { onGap: () => void }) {
  const [heard, setHeard] = useState<string[]>([]);
  useLiveConnection(onGap);
  useLiveEvent("mail", (data) => setHeard([...heard, (data as { subject: string }).subject]));
  return <output>{heard.join(", ")}</output>;
}

/** A connection that stays open and can be written to. */
function liveServer() {
  const connections: { say: (text: string) => void; signal: AbortSignal | null | undefined }[] = [];
  vi.stubGlobal("fetch", async (_: string, { signal }: RequestInit) => {
    let writer: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        writer = controller;
      },
    });
    signal?.addEventListener("abort", () => writer?.error(signal.reason));
    connections.push({ say: (text) => writer?.enqueue(new TextEncoder().encode(text)), signal });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return connections;
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

test("a tab out of sight gives up its connection and catches up when it is seen again", async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  saveSession(sessionOf("NORMAL_USER"));
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
