// A server with the wire protocols of Gemini and OpenAI, including streams. It fails on demand.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type ModelCall = {
  path: string;
  headers: IncomingMessage["headers"];
  body: Record<string, unknown>;
  prompt: string;
  system: string;
};

type Reply =
  | {
      pieces: string[];
      /** Streamed before the pieces, in the field of its own that some servers have for it. */
      reasoning?: string;
      pauseMs?: number;
      hang?: boolean;
      unfinished?: boolean;
      /** The connection is lost after the pieces. */
      cut?: boolean;
      finish?: "stop" | "length" | "content_filter";
    }
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | { drop: true };

/** `answer` is called for each request; its pieces are streamed one by one, and `unfinished` leaves out the end. */
export async function startFakeModel(answer: (call: ModelCall, count: number) => Reply) {
  const calls: ModelCall[] = [];
  const closedEarly: string[] = [];
  const server = createServer(async (request, response) => {
    const call = await readCall(request);
    calls.push(call);
    let finished = false;
    response.on("close", () => {
      if (!finished) closedEarly.push(call.path);
    });
    const reply = answer(call, calls.length);
    if ("drop" in reply) return void request.socket.destroy();
    if ("status" in reply) {
      finished = true;
      response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
      return void response.end(JSON.stringify(reply.body ?? { error: { message: "refused" } }));
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    if (reply.reasoning) response.write(`data: ${JSON.stringify(reasoningChunk(reply.reasoning))}\n\n`);
    for (const piece of reply.pieces) {
      response.write(`data: ${JSON.stringify(chunkOf(call.path, piece))}\n\n`);
      if (reply.pauseMs) await new Promise((resolve) => setTimeout(resolve, reply.pauseMs));
    }
    if (reply.hang) return;
    finished = true;
    if (reply.unfinished) return void response.end();
    if (reply.cut) return void response.destroy();
    endStream(call.path, response, reply.finish ?? "stop");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    /** Requests whose client disconnected before the end. */
    closedEarly,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function readCall(request: IncomingMessage): Promise<ModelCall> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString() || "{}") as Record<string, unknown>;
  return { path: request.url ?? "", headers: request.headers, body, ...textOf(body) };
}

type Part = { text?: string };
type Message = { role: string; content: string | Part[] };

function textOf(body: Record<string, unknown>) {
  const plain = (content: string | Part[] | undefined) =>
    typeof content === "string" ? content : (content ?? []).map(({ text }) => text ?? "").join("");
  const messages = body.messages as Message[] | undefined;
  if (messages) {
    const by = (roles: string[]) =>
      messages
        .filter(({ role }) => roles.includes(role))
        .map(({ content }) => plain(content))
        .join("\n");
    return { system: by(["system", "developer"]), prompt: by(["user"]) };
  }
  const { contents, systemInstruction } = body as {
    contents?: { parts: Part[] }[];
    systemInstruction?: { parts: Part[] };
  };
  return {
    system: plain(systemInstruction?.parts),
    prompt: (contents ?? []).map(({ parts }) => plain(parts)).join("\n"),
  };
}

const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };

const chunkOf = (path: string, text: string) =>
  path.includes("chat/completions")
    ? {
        id: "c1",
        object: "chat.completion.chunk",
        created: 1,
        model: "test",
        choices: [{ index: 0, delta: { role: "assistant", content: text }, finish_reason: null }],
      }
    : { candidates: [{ content: { role: "model", parts: [{ text }] }, index: 0 }] };

const reasoningChunk = (text: string) => ({
  id: "c1",
  object: "chat.completion.chunk",
  created: 1,
  model: "test",
  choices: [{ index: 0, delta: { role: "assistant", reasoning_content: text }, finish_reason: null }],
});

const geminiReasons = { stop: "STOP", length: "MAX_TOKENS", content_filter: "SAFETY" };

function endStream(path: string, response: ServerResponse, finish: keyof typeof geminiReasons) {
  if (path.includes("chat/completions")) {
    response.write(
      `data: ${JSON.stringify({ id: "c1", object: "chat.completion.chunk", created: 1, model: "test", choices: [{ index: 0, delta: {}, finish_reason: finish }], usage })}\n\n`,
    );
    response.end("data: [DONE]\n\n");
  } else {
    response.end(
      `data: ${JSON.stringify({ candidates: [{ content: { role: "model", parts: [{ text: "" }] }, finishReason: geminiReasons[finish], index: 0 }], usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 } })}\n\n`,
    );
  }
}
