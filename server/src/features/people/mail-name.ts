import { plainLine } from "@intellibox/contract/rules/plain-line";

const maxName = 100;

/**
 * The name in a mail's address, or nothing. Senders choose it freely: control characters are removed, and a name that looks like
 * an address is dropped, because it could be somebody else's.
 */
export function mailName(name: string): string {
  const plain = plainLine(name, maxName)
    .replace(/^(['"])(.*)\1$/u, "$2")
    .trim();
  return /[@＠﹫]/.test(plain) || !/[\p{L}\p{N}]/u.test(plain) ? "" : plain;
}
