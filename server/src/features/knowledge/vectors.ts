// Vectors of the length 1, as they are stored.

/** The bytes of a vector: numbers of four bytes, the lowest byte first on every machine that runs the product. */
export const bytesOf = (vector: Float32Array): Buffer =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);

/** Copies, because the numbers must begin at a multiple of four. */
export const vectorIn = (bytes: Buffer): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer);

/** A digit for each number: 1 if it is positive. Vectors with a similar direction have similar signs. */
export const signsOf = (vector: Float32Array): string =>
  Array.from(vector, (value) => (value > 0 ? "1" : "0")).join("");

/** The cosine of the angle, because both have the length 1. */
export function similarity(some: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < some.length; at++) sum += (some[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
