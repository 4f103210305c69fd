/** Writes a GGUF file with a random model of the llama kind: one layer, a vocabulary of bytes. It loads fast and answers nonsense. */
import { writeFileSync } from "node:fs";

const embedding = 64;
const feedForward = 64;
const specials = ["<unk>", "<s>", "</s>"];
const tokens = [
  ...specials,
  ...Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`),
];
/** The types of values in GGUF's header. */
const types = { u32: 4, i32: 5, f32: 6, string: 8, array: 9 } as const;

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const u64 = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};
const f32 = (values: readonly number[]) => Buffer.from(new Float32Array(values).buffer);
const string = (text: string) => Buffer.concat([u64(Buffer.byteLength(text)), Buffer.from(text)]);
const entry = (name: string, type: keyof typeof types, value: Buffer) =>
  Buffer.concat([string(name), u32(types[type]), value]);
const list = (type: keyof typeof types, count: number, values: Buffer) =>
  Buffer.concat([u32(types[type]), u64(count), values]);

export function writeTinyGguf(file: string) {
  const metadata = [
    entry("general.architecture", "string", string("llama")),
    entry("general.name", "string", string("tiny")),
    entry("llama.context_length", "u32", u32(1024)),
    entry("llama.embedding_length", "u32", u32(embedding)),
    entry("llama.block_count", "u32", u32(1)),
    entry("llama.feed_forward_length", "u32", u32(feedForward)),
    entry("llama.attention.head_count", "u32", u32(1)),
    entry("llama.attention.head_count_kv", "u32", u32(1)),
    entry("llama.rope.dimension_count", "u32", u32(embedding)),
    entry("llama.attention.layer_norm_rms_epsilon", "f32", f32([1e-5])),
    entry("tokenizer.ggml.model", "string", string("llama")),
    entry("tokenizer.ggml.tokens", "array", list("string", tokens.length, Buffer.concat(tokens.map(string)))),
    entry("tokenizer.ggml.scores", "array", list("f32", tokens.length, f32(tokens.map(() => 0)))),
    // 2: unknown, 3: control, 6: byte.
    entry(
      "tokenizer.ggml.token_type",
      "array",
      list("i32", tokens.length, Buffer.concat(tokens.map((_, index) => u32([2, 3, 3][index] ?? 6)))),
    ),
    entry("tokenizer.ggml.bos_token_id", "u32", u32(1)),
    entry("tokenizer.ggml.eos_token_id", "u32", u32(2)),
  ];
  const square = [embedding, embedding];
  const tensors: [string, number[]][] = [
    ["token_embd.weight", [embedding, tokens.length]],
    ["output_norm.weight", [embedding]],
    ["output.weight", [embedding, tokens.length]],
    ["blk.0.attn_norm.weight", [embedding]],
    ["blk.0.attn_q.weight", square],
    ["blk.0.attn_k.weight", square],
    ["blk.0.attn_v.weight", square],
    ["blk.0.attn_output.weight", square],
    ["blk.0.ffn_norm.weight", [embedding]],
    ["blk.0.ffn_gate.weight", [embedding, feedForward]],
    ["blk.0.ffn_up.weight", [embedding, feedForward]],
    ["blk.0.ffn_down.weight", [feedForward, embedding]],
  ];
  let offset = 0;
  const infos: Buffer[] = [];
  const data: Buffer[] = [];
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647 - 0.5;
  };
  for (const [name, shape] of tensors) {
    const values = f32(Array.from({ length: shape.reduce((a, b) => a * b) }, random));
    infos.push(Buffer.concat([string(name), u32(shape.length), ...shape.map(u64), u32(0), u64(offset)]));
    data.push(values);
    // Every size here is a multiple of the alignment of 32 bytes.
    offset += values.length;
  }
  const header = Buffer.concat([
    Buffer.from("GGUF"),
    u32(3),
    u64(tensors.length),
    u64(metadata.length),
    ...metadata,
    ...infos,
  ]);
  writeFileSync(file, Buffer.concat([header, Buffer.alloc((32 - (header.length % 32)) % 32), ...data]));
}
