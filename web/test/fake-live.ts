import { onTestFinished, vi } from "vitest";

/** Replaces `fetch` by connections that stay open and can be written to. */
export function liveServer() {
  const connections: {
    say: (text: string) => void;
    signal: AbortSignal | null | undefined;
    authorization: string | null;
  }[] = [];
  vi.stubGlobal("fetch", async (_: string, { signal, headers }: RequestInit) => {
    let writer: ReadableStreamDefaultController<Uint8Array> | undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        writer = controller;
      },
    });
    signal?.addEventListener("abort", () => writer?.error(signal.reason));
    connections.push({
      say: (text) => writer?.enqueue(new TextEncoder().encode(text)),
      signal,
      authorization: new Headers(headers).get("authorization"),
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return connections;
}
