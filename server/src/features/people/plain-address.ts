import { emailPattern } from "@intellibox/contract/rules/email-pattern";

/** One spelling of an address, or undefined if it cannot be written to. */
export function plainAddress(given: string): string | undefined {
  const address = given.slice(0, 1000).trim().normalize("NFKC").toLowerCase();
  return address.length <= 254 && emailPattern.test(address) ? address : undefined;
}
