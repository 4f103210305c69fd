import { t } from "../text/t.ts";
import { emailPattern } from "./email-pattern.ts";

/** RFC 5321 lets servers refuse more than 100 in one envelope, and a longer list is a mistake or abuse. */
export const maxRecipients = 100;
/** The most addresses that are read from the To, Cc or Bcc of a mail: more than a mail written by hand has. */
export const maxReadAddresses = 2_000;
const maxAddressLength = 254;

export type Recipients = {
  /** In the given order, without duplicates. */
  addresses: string[];
  /** Entries that are not addresses, as they were typed. */
  invalid: string[];
};

/** Splits "a@b.c, d@e.f", or a list of such texts, into valid and invalid addresses. */
export function parseRecipients(typed: string | readonly string[]): Recipients {
  const pieces = (typeof typed === "string" ? [typed] : typed).flatMap((piece) => piece.split(/[,;]/));
  const seen = new Set<string>();
  const addresses: string[] = [];
  const invalid: string[] = [];
  for (const piece of pieces) {
    const address = piece.trim();
    if (!address) continue;
    if (!isAddress(address)) {
      invalid.push(address);
      continue;
    }
    const key = address.toLowerCase();
    if (!seen.has(key)) addresses.push(address);
    seen.add(key);
  }
  return { addresses, invalid };
}

/** The message about invalid addresses for screens and API errors; undefined if all are valid. */
export function recipientsProblem({ addresses, invalid }: Recipients): string | undefined {
  const [first, ...others] = invalid;
  if (first !== undefined) {
    const shown = printable(first).slice(0, 80);
    return others.length > 0
      ? t("Not valid email addresses: {shown} and {count} more", { shown, count: others.length })
      : t("Not a valid email address: {shown}", { shown });
  }
  if (addresses.length > maxRecipients)
    return t("At most {maxRecipients} recipients can be addressed at once.", { maxRecipients });
  return undefined;
}

const isAddress = (text: string) =>
  text.length <= maxAddressLength && emailPattern.test(text) && printable(text) === text;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const printable = (text: string) => text.replaceAll(/[\u0000-\u001f\u007f]+/g, " ");
