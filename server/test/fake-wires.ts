// How each provider streams an answer, byte by byte: for the fake model server.
import { crc32 } from "node:zlib";

export type Finish = "stop" | "length" | "content_filter";
type Bytes = string | Buffer;
export type Wire = {
  contentType: string;
  begin?: Bytes;
  piece(text: string): Bytes;
  reasoning?(text: string): Bytes;
  end(finish: Finish): Bytes;
};

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const events = "text/event-stream";

/** OpenAI's chat completions, which Mistral, Azure, Groq, OpenRouter, Ollama, LM Studio and llama.cpp speak too. */
const chatChunk = (delta: object, finish: string | null = null, usage?: object) => ({
  ...{ id: "c1", object: "chat.completion.chunk", created: 1, model: "test" },
  choices: [{ index: 0, delta, finish_reason: finish }],
  ...(usage && { usage }),
});
const chat: Wire = {
  contentType: events,
  piece: (content) => data(chatChunk({ role: "assistant", content })),
  reasoning: (text) => data(chatChunk({ role: "assistant", reasoning_content: text })),
  end: (finish) =>
    `${data(chatChunk({}, finish, { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 }))}data: [DONE]\n\n`,
};

const geminiReasons = { stop: "STOP", length: "MAX_TOKENS", content_filter: "SAFETY" };
const gemini: Wire = {
  contentType: events,
  piece: (text) => data({ candidates: [{ content: { role: "model", parts: [{ text }] }, index: 0 }] }),
  end: (finish) =>
    data({
      candidates: [
        { content: { role: "model", parts: [{ text: "" }] }, finishReason: geminiReasons[finish], index: 0 },
      ],
      usageMetadata: { promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18 },
    }),
};

const anthropicReasons = { stop: "end_turn", length: "max_tokens", content_filter: "refusal" };
const named = (value: { type: string }) => `event: ${value.type}\n${data(value)}`;
const anthropic: Wire = {
  contentType: events,
  begin:
    named({
      type: "message_start",
      message: {
        ...{ id: "m1", type: "message", role: "assistant", model: "test", content: [] },
        ...{ stop_reason: null, stop_sequence: null, usage: { input_tokens: 11, output_tokens: 1 } },
      },
    } as { type: string }) +
    named({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } } as { type: string }),
  piece: (text) =>
    named({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } } as { type: string }),
  end: (finish) =>
    [
      { type: "content_block_stop", index: 0 },
      {
        type: "message_delta",
        delta: { stop_reason: anthropicReasons[finish], stop_sequence: null },
        usage: { output_tokens: 7 },
      },
      { type: "message_stop" },
    ]
      .map(named)
      .join(""),
};

const bedrockReasons = { stop: "end_turn", length: "max_tokens", content_filter: "content_filtered" };
const bedrock: Wire = {
  contentType: "application/vnd.amazon.eventstream",
  begin: frame("messageStart", { role: "assistant" }),
  piece: (text) => frame("contentBlockDelta", { contentBlockIndex: 0, delta: { text } }),
  end: (finish) =>
    Buffer.concat([
      frame("contentBlockStop", { contentBlockIndex: 0 }),
      frame("messageStop", { stopReason: bedrockReasons[finish] }),
      frame("metadata", { usage: { inputTokens: 11, outputTokens: 7, totalTokens: 18 }, metrics: { latencyMs: 1 } }),
    ]),
};

/** A frame of Amazon's event stream: lengths, a checksum of them, headers, the payload, and a checksum of all. */
function frame(event: string, payload: object): Buffer {
  const headers = Buffer.concat(
    Object.entries({ ":event-type": event, ":content-type": "application/json", ":message-type": "event" }).map(
      ([name, value]) => {
        const length = Buffer.alloc(2);
        length.writeUInt16BE(Buffer.byteLength(value));
        // 7 is the type of a string.
        return Buffer.concat([
          Buffer.from([name.length]),
          Buffer.from(name),
          Buffer.from([7]),
          length,
          Buffer.from(value),
        ]);
      },
    ),
  );
  const body = Buffer.from(JSON.stringify(payload));
  const lengths = Buffer.alloc(8);
  lengths.writeUInt32BE(8 + 4 + headers.length + body.length + 4, 0);
  lengths.writeUInt32BE(headers.length, 4);
  const checked = Buffer.concat([lengths, sum(lengths), headers, body]);
  return Buffer.concat([checked, sum(checked)]);
}

function sum(bytes: Buffer): Buffer {
  const out = Buffer.alloc(4);
  out.writeUInt32BE(crc32(bytes));
  return out;
}

/** By the path that the provider's API has. */
export function wireOf(path: string): Wire {
  if (path.includes("chat/completions")) return chat;
  if (path.includes("converse-stream")) return bedrock;
  return path.endsWith("/messages") ? anthropic : gemini;
}
