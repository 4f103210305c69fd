// A server with the wire protocols of the AI providers, including streams and lists of models. It fails on demand.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type Finish, wireOf } from "./fake-wires.ts";

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
      finish?: Finish;
    }
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | { drop: true };

/** `answer` is called for each request; its pieces are streamed one by one, and `unfinished` leaves out the end. */
export async function startFakeModel(answer: (call: ModelCall, count: number) => Reply) {
  const calls: ModelCall[] = [];
  const closedEarly: string[] = [];
  const server = createServer(async (request, response) => {
    const call = await readCall(request);
    // Questions about models are no calls of one.
    const isAsked = request.method === "GET" || call.path.startsWith("/api/");
    if (!isAsked) calls.push(call);
    let finished = false;
    response.on("close", () => {
      if (!finished && !isAsked) closedEarly.push(call.path);
    });
    const given = answer(call, calls.length);
    const reply = isAsked && "pieces" in given ? { status: 404 } : given;
    if ("drop" in reply) return void request.socket.destroy();
    if ("status" in reply) {
      finished = true;
      response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
      return void response.end(JSON.stringify(reply.body ?? { error: { message: "refused" } }));
    }
    const wire = wireOf(call.path);
    response.writeHead(200, { "content-type": wire.contentType });
    if (wire.begin) response.write(wire.begin);
    if (reply.reasoning && wire.reasoning) response.write(wire.reasoning(reply.reasoning));
    for (const piece of reply.pieces) {
      response.write(wire.piece(piece));
      if (reply.pauseMs) await new Promise((resolve) => setTimeout(resolve, reply.pauseMs));
    }
    if (reply.hang) return;
    finished = true;
    if (reply.unfinished) return void response.end();
    if (reply.cut) return void response.destroy();
    response.end(wire.end(reply.finish ?? "stop"));
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
    // Anthropic and Bedrock have the system's text beside the messages.
    const system = plain(body.system as string | Part[] | undefined);
    return { system: system || by(["system", "developer"]), prompt: by(["user"]) };
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
