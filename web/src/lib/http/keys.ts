/** A key nobody else will make. Not `crypto.randomUUID`: browsers offer it on https and localhost only. */
export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
