/** A random unique key. Not `crypto.randomUUID`, which browsers offer only on https and localhost. */
export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
