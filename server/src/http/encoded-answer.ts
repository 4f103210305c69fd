/** An answer whose JSON was written in a thread, so that a large value never comes back to the event loop. */
export class EncodedAnswer {
  readonly bytes: Buffer;

  constructor({ buffer, byteOffset, byteLength }: Uint8Array) {
    this.bytes = Buffer.from(buffer, byteOffset, byteLength);
  }
}
