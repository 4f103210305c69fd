import { addressDomain, addressKey, publicDomains } from "@intellibox/contract/rules/similar-address";
import type { RecipientKind } from "@intellibox/contract/rules/voice";

/** Somebody who got this many mails is known well. */
export const knownFrom = 3;

type Sent = {
  /** The addresses in To. */
  to: string[];
  /** The writer's own addresses. */
  own: string[];
  /** How many mails an address got. */
  sentTo: (address: string) => number;
};

/** The kind of recipient that a mail goes to. Copies do not change how it begins. */
export function recipientKindOf({ to, own, sentTo }: Sent): RecipientKind {
  const ownKeys = own.map(addressKey);
  const readers = [...new Set(to.map(addressKey))].filter((address) => address && !ownKeys.includes(address));
  const [only] = readers;
  if (!only) return "any";
  if (readers.length > 1) return "several";
  const domains = ownKeys.map(addressDomain).filter((domain) => !publicDomains.has(domain));
  if (domains.includes(addressDomain(only))) return "colleague";
  return sentTo(only) >= knownFrom ? "known" : "new";
}
