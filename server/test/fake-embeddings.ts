// Answers like a server with `/embeddings`: the vectors are equal for equal texts, and near for texts with the same meaning.
import { createHash } from "node:crypto";
import type { ModelCall } from "./fake-model.ts";

const dimension = 64;
/** Words that mean the same. */
const meanings = [
  ["refund", "money back", "reimburse"],
  ["delivery", "shipping", "when will it arrive", "days by road"],
  ["parking", "leave my car"],
];

export const isEmbedding = ({ path }: ModelCall) => path.endsWith("/embeddings");

export const inputsOf = ({ body }: ModelCall) => [body.input].flat() as string[];

/** The answer of a model that works. */
export function embeddingsFor(call: ModelCall, size = dimension) {
  const data = inputsOf(call).map((text, index) => ({ index, object: "embedding", embedding: vectorOf(text, size) }));
  return { status: 200, body: { object: "list", data, usage: { prompt_tokens: 7 * data.length, total_tokens: 7 } } };
}

/** A direction of its own for each text, and a much stronger one for each meaning. */
function vectorOf(text: string, size: number): number[] {
  const vector = directionOf(text, size);
  for (const [at, words] of meanings.entries())
    if (words.some((word) => text.toLowerCase().includes(word)))
      for (const [place, value] of directionOf(`meaning ${at}`, size).entries())
        vector[place] = (vector[place] ?? 0) + 3 * value;
  return vector;
}

function directionOf(name: string, size: number): number[] {
  const values = Array.from({ length: Math.ceil(size / 32) }, (_, at) => [
    ...createHash("sha256").update(`${at} ${name}`).digest(),
  ]).flat();
  return values.slice(0, size).map((byte) => (byte - 127.5) / 127.5);
}
