import { hash } from "node:crypto";

/** How many rows there are, and a sum of their hashes that does not depend on their order. */
export type RowSum = { rows: number; sum: string };

const lanes = 8;

/** Adds up the hashes of rows in COPY's text format. The format escapes line breaks, so that a line is a row. */
export class RowSummer {
  rows = 0;
  readonly #sum = new Uint32Array(lanes);
  /** The pieces of a row whose end has not come yet. */
  #rest: Buffer[] = [];

  /** Takes a piece of the stream; a row may be cut anywhere. */
  add(piece: Buffer) {
    let start = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, start)) {
      const row = piece.subarray(start, end);
      this.#addRow(this.#rest.length > 0 ? Buffer.concat([...this.#rest, row]) : row);
      this.#rest = [];
      start = end + 1;
    }
    if (start < piece.length) this.#rest.push(Buffer.from(piece.subarray(start)));
  }

  #addRow(row: Buffer) {
    const digest = hash("sha256", row, "buffer");
    for (let lane = 0; lane < lanes; lane++) this.#sum[lane] = (this.#sum[lane] ?? 0) + digest.readUInt32LE(lane * 4);
    this.rows++;
  }

  /** Throws if the last row is cut. */
  result(): RowSum {
    if (this.#rest.length > 0) throw new Error("The last row is not complete");
    return { rows: this.rows, sum: Buffer.from(this.#sum.buffer).toString("hex") };
  }
}

export const isSameSum = (one: RowSum, other: RowSum) => one.rows === other.rows && one.sum === other.sum;
