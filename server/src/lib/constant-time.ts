import { timingSafeEqual } from "node:crypto";

/** Compares a secret in a time that does not depend on how much of it is right. Only its length is revealed. */
export function equalInConstantTime(given: string | Buffer, expected: string | Buffer): boolean {
  const [one, other] = [Buffer.from(given as string), Buffer.from(expected as string)];
  return one.length === other.length && timingSafeEqual(one, other);
}
