/** A streamed response that the test writes itself. */
export function fakeStream() {
  const { readable, writable } = new TransformStream<string, string>();
  const writer = writable.getWriter();
  const send = (event: string, data: unknown) =>
    writer.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).catch(() => undefined);
  const response = new Response(readable.pipeThrough(new TextEncoderStream()), {
    headers: { "content-type": "text/event-stream" },
  });
  /** Aborts the stream, as a browser does if its request is cancelled. The fake `fetch` does not. */
  const cutOff = () => writer.abort(new DOMException("Cancelled", "AbortError"));
  return { send, response, cutOff };
}
