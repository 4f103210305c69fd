import { randomInt } from "node:crypto";

// Without letters and digits that are taken for each other when read out or copied by hand.
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

/** Groups of four letters and digits, to be typed once: some 20 bits of chance each. */
export const readableCode = (groups: number) =>
  Array.from({ length: groups }, () =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join(""),
  ).join("-");
