import { createHash, hash } from "node:crypto";

/** Sums up objects or files in the order of the archive. */
export class CollectionHash {
  #count = 0;
  #bytes = 0;
  readonly #hash = createHash("sha256");

  add(name: string, bytes: Uint8Array) {
    this.#count++;
    this.#bytes += bytes.length;
    this.#hash.update(`${name}\0${bytes.length}\0${hash("sha256", bytes)}\n`);
  }

  /** Call it once. */
  result = () => ({ count: this.#count, bytes: this.#bytes, sha256: this.#hash.digest("hex") });
}
