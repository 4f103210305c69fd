/** The buffer to transfer with these bytes, if it holds nothing else. A view into a larger one would take all of that along. */
export const ownBuffer = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && byteLength > 0 && buffer.byteLength === byteLength ? [buffer] : [];
