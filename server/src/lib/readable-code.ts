import { randomInt } from "node:crypto";

// Without characters that are easily confused when read aloud or copied by hand.
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";

/** Groups of four characters, to be typed once. A group has about 20 bits of entropy. */
export const readableCode = (groups: number) =>
  Array.from({ length: groups }, () =>
    Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join(""),
  ).join("-");
