import type { FastifyReply, FastifyRequest } from "fastify";
import { preferredLanguage } from "#lib/languages.ts";
import { errorBody, logFailure } from "./error-handler.ts";
import type { Emit } from "./route.ts";

const headers = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  // Tells nginx not to buffer the response.
  "x-accel-buffering": "no",
};

/** Takes the reply over from Fastify to send server-sent events. */
export function openEventStream(reply: FastifyReply) {
  reply.hijack();
  reply.raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...headers });
  return {
    send: (event: string, data: unknown) => void reply.raw.write(`event: ${event}\ndata: ${jsonOf(data)}\n\n`),
    /** Tells the browser after how many milliseconds to connect again once the stream has ended. */
    retryAfter: (ms: number) => void reply.raw.write(`retry: ${Math.round(ms)}\n\n`),
    comment: (text: string) => void reply.raw.write(`: ${text}\n\n`),
    end: () => void reply.raw.end(),
  };
}

/** A large answer is already JSON in a buffer. */
const jsonOf = (data: unknown) => (Buffer.isBuffer(data) ? data.toString("utf8") : JSON.stringify(data));

/**
 * Sends pieces as `token`, then the whole answer as `done`, or an `error`. `reset` takes the pieces so far back, and `progress`
 * says what is being done. An error before the first event is answered as JSON.
 */
export async function answerAsEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (emit: Emit) => Promise<unknown>,
) {
  let stream: ReturnType<typeof openEventStream> | undefined;
  const opened = () => {
    stream ??= openEventStream(reply);
    return stream;
  };
  try {
    const value = await answer(emitTo(opened));
    opened().send("done", value);
  } catch (error) {
    if (!stream) throw error;
    const { status, body } = errorBody(error, request.id, preferredLanguage(request.headers["accept-language"]));
    if (status >= 500) logFailure(request.log, error, "a stream failed");
    stream.send("error", body);
  }
  stream?.end();
  return reply;
}

function emitTo(opened: () => ReturnType<typeof openEventStream>): Emit {
  let hasText = false;
  const token = (text: string) => {
    if (!text) return;
    hasText = true;
    opened().send("token", { text });
  };
  return Object.assign(token, {
    reset() {
      if (hasText) opened().send("reset", {});
      hasText = false;
    },
    progress: (text: string) => opened().send("progress", { text }),
  });
}
