import { domainToUnicode } from "node:url";
import type { Danger } from "@intellibox/contract/endpoints/mail-dangers";
import {
  addressDomain,
  addressKey,
  addressName,
  isSimilarDomain,
  lookOf,
  namesDomain,
  publicDomains,
} from "@intellibox/contract/rules/similar-address";

type Person = { name: string; address: string };

/** The sender of a mail, and whom its reader knows. */
export type SenderFacts = {
  sender: Person;
  replyTo: readonly Person[];
  /** The reader wrote to the sender before. */
  isTrusted: boolean;
  /** The users of the reader's company. */
  colleagues: readonly Person[];
  /** People whom the reader wrote to, the most used first. */
  contacts: readonly Person[];
  /** The reader's own addresses. */
  own: readonly string[];
};

export type SenderDoubt = { dangers: Danger[]; verifyWith: Person | null };

/** Compares the sender with those whom its reader knows: who wears another's name, or a domain that looks like theirs? */
export function sendersDoubt(facts: SenderFacts): SenderDoubt {
  const doubts = [similarDomain(facts), colleagueName(facts), replyElsewhere(facts)];
  const found = doubts.filter((doubt) => doubt !== undefined);
  return {
    dangers: found.map(({ danger }) => danger),
    verifyWith: found.find(({ verifyWith }) => verifyWith)?.verifyWith ?? null,
  };
}

type Doubt = { danger: Danger; verifyWith: Person | null };

const doubtOf = (kind: Danger["kind"], words: string, other: string, verifyWith: Person | null = null): Doubt => ({
  danger: { kind, words, other, isGrave: true },
  verifyWith,
});

const isKnown = ({ sender, colleagues, own }: SenderFacts) =>
  [...colleagues.map(({ address }) => address), ...own].some(
    (address) => addressKey(address) === addressKey(sender.address),
  );

/** Short domains differ from others by one letter all the time. */
const minDomainLength = 8;

function similarDomain(facts: SenderFacts): Doubt | undefined {
  const { sender, isTrusted, colleagues, contacts, own } = facts;
  const domain = domainToUnicode(addressDomain(sender.address)) || addressDomain(sender.address);
  const company = new Set([...colleagues.map(({ address }) => address), ...own].map(addressDomain));
  const known = [...colleagues, ...own.map((address) => ({ name: "", address })), ...contacts];
  if (isTrusted || isKnown(facts) || publicDomains.has(domain)) return undefined;
  if (known.some(({ address }) => addressDomain(address) === domain)) return undefined;
  const twins = known.filter(({ address }) => {
    const other = addressDomain(address);
    if (publicDomains.has(other)) return false;
    if (company.has(other) && namesDomain(domain, other)) return true;
    return isSimilarDomain(domain, other) && (other.length >= minDomainLength || lookOf(domain) === lookOf(other));
  });
  const [first] = twins;
  if (!first) return undefined;
  const same = twins.find(
    ({ address, name }) => addressName(address) === addressName(sender.address) || isSameName(name, sender.name),
  );
  return doubtOf("similar-domain", sender.address, addressDomain(first.address), same ?? null);
}

const isSameName = (a: string, b: string) => nameKey(a) !== "" && nameKey(a) === nameKey(b);

/** "NAIR, Priya" and "Priya Nair" are one name. */
const nameKey = (name: string) =>
  lookOf(
    name
      .normalize("NFKD")
      .replaceAll(/[\u0300-\u036f]/g, "")
      .toLowerCase(),
  )
    .replaceAll(/[^\p{L}\s]/gu, " ")
    .split(/\s+/)
    .filter((word) => word.length > 1)
    .sort()
    .join(" ");

const isService = /^(?:notifications?|invitations?|messages?|no-?reply|do-?not-?reply|updates?|calendar)\b.*@/i;

/** The name of a colleague, with an address outside of the company. */
function colleagueName(facts: SenderFacts): Doubt | undefined {
  const { sender, isTrusted, colleagues, own } = facts;
  // Two words at least: many people are called "Priya". Services send mail in the name of their users.
  if (isService.test(sender.address)) return undefined;
  if (isTrusted || isKnown(facts) || !nameKey(sender.name).includes(" ")) return undefined;
  const domains = new Set([...colleagues.map(({ address }) => address), ...own].map(addressDomain));
  if (domains.has(addressDomain(sender.address)) && !publicDomains.has(addressDomain(sender.address))) return undefined;
  const words = nameKey(sender.name).split(" ");
  // "Rahul Sharma - CEO" has the name, too.
  const colleague = colleagues.find(({ name }) => {
    const own = nameKey(name).split(" ");
    return own.length > 1 && own.every((word) => words.includes(word));
  });
  return colleague && doubtOf("colleague-name", sender.address, colleague.name, colleague);
}

/** A mail that asks for money or a secret in the name of somebody whom the reader knows by another address. People have several addresses, so that the name alone says nothing. */
export function contactName({ sender, contacts, isTrusted }: SenderFacts): SenderDoubt | undefined {
  if (isTrusted || !nameKey(sender.name).includes(" ")) return undefined;
  const contact = contacts.find(({ name }) => isSameName(name, sender.name));
  return (
    contact && {
      dangers: [{ kind: "contact-name", words: sender.address, other: contact.address, isGrave: true }],
      verifyWith: contact,
    }
  );
}

/** From a known address, but answers go to another domain: as fraud does that forges the sender. */
function replyElsewhere({ sender, replyTo, isTrusted, colleagues, contacts }: SenderFacts): Doubt | undefined {
  const isColleague = colleagues.some(({ address }) => addressKey(address) === addressKey(sender.address));
  if (!isTrusted && !isColleague) return undefined;
  const trusted = new Set([...colleagues, ...contacts].map(({ address }) => addressKey(address)));
  const other = replyTo.find(
    ({ address }) => addressDomain(address) !== addressDomain(sender.address) && !trusted.has(addressKey(address)),
  );
  return other && doubtOf("reply-elsewhere", other.address, sender.address, sender);
}
