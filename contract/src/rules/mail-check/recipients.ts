import { isOneSlipApart } from "../close-words.ts";
import {
  addressDomain as domainOf,
  isSimilarDomain,
  addressKey as keyOf,
  lookOf,
  addressName as nameOf,
  publicDomains,
} from "../similar-address.ts";
import type { CheckedMail, Finding, MailPerson } from "./types.ts";

/** A reply to more people than this is worth a second look. */
export const manyRecipients = 10;

export function checkRecipients(mail: CheckedMail): Finding[] {
  const written = [...mail.to, ...mail.cc, ...mail.bcc];
  const similar = similarRecipients(mail, written);
  const doubted = new Set(similar.map(({ words }) => keyOf(words)));
  const others = written.filter((address) => !doubted.has(keyOf(address)));
  return [...similar, ...newcomers(mail, others), ...tooMany(mail, written)];
}

/** Addresses that differ by one typing mistake, or by letters that look alike, from one that the writer knows. */
function similarRecipients({ own, known, thread }: CheckedMail, written: readonly string[]): Finding[] {
  const trusted = [...(thread?.people ?? []), ...known, ...own.map((address) => ({ name: "", address }))];
  const trustedKeys = new Set(trusted.map(({ address }) => keyOf(address)));
  const trustedDomains = new Set(trusted.map(({ address }) => domainOf(address)));
  return written.flatMap((address): Finding[] => {
    const key = keyOf(address);
    if (trustedKeys.has(key)) return [];
    const twin = meantBy(key, trusted, trustedDomains);
    if (!twin) return [];
    return [
      {
        kind: "similar-recipient",
        key: `similar ${key}`,
        words: address,
        other: twin,
        isGrave: true,
        fix: { type: "replace-recipient", address, by: twin },
      },
    ];
  });
}

/** The known address that was meant. If only the domain is a mistake, the name before it stays. */
function meantBy(typed: string, trusted: readonly MailPerson[], domains: ReadonlySet<string>): string | undefined {
  const twins = trusted.filter(({ address }) => isMistaken(typed, keyOf(address), domains));
  const sameName = twins.find(({ address }) => nameOf(address) === nameOf(typed));
  const [first] = twins;
  if (sameName || !first) return sameName?.address;
  return domainOf(first.address) === domainOf(typed) ? first.address : `${nameOf(typed)}@${domainOf(first.address)}`;
}

function isMistaken(typed: string, real: string, trustedDomains: ReadonlySet<string>) {
  if (typed === real) return false;
  const [nameA, nameB, domainA, domainB] = [nameOf(typed), nameOf(real), domainOf(typed), domainOf(real)];
  const isSameName = nameA === nameB;
  if (domainA === domainB) {
    // "anna1" and "anna2" are two people, and so are "jo" and "joe".
    const letters = (name: string) => name.replaceAll(/\d/g, "");
    return nameB.length >= 5 && letters(nameA) !== letters(nameB) && isOneSlipApart(nameA, nameB);
  }
  if (trustedDomains.has(domainA) || publicDomains.has(domainA)) return false;
  return isSimilarDomain(domainA, domainB) && (isSameName || lookOf(nameA) === lookOf(nameB) || domainB.length >= 8);
}

/** People who were not in the thread. If all others are of the writer's company, one from outside is said to be so. */
function newcomers({ own, thread, known }: CheckedMail, written: readonly string[]): Finding[] {
  const companies = new Set(own.map(domainOf).filter((domain) => !publicDomains.has(domain)));
  const isInside = (address: string) => companies.has(domainOf(address));
  const isOwn = new Set(own.map(keyOf));
  const before = thread?.people ?? [];
  const members = new Set(before.map(({ address }) => keyOf(address)));
  const isInternalThread = companies.size > 0 && before.length > 0 && before.every(({ address }) => isInside(address));
  if (!thread || before.length === 0) return [];
  return written.flatMap((address): Finding[] => {
    const key = keyOf(address);
    if (members.has(key) || isOwn.has(key)) return [];
    const isOutside = isInternalThread && !isInside(address);
    const name = known.find((one) => keyOf(one.address) === key)?.name;
    return [
      {
        kind: isOutside ? "outside-recipient" : "new-recipient",
        key: `${isOutside ? "outside" : "new"} ${key}`,
        words: address,
        ...(name && { other: name }),
        isGrave: isOutside,
        fix: { type: "remove-recipient", address },
      },
    ];
  });
}

function tooMany({ thread }: CheckedMail, written: readonly string[]): Finding[] {
  if (!thread?.sender || written.length <= manyRecipients) return [];
  const { address, name } = thread.sender;
  return [
    {
      kind: "many-recipients",
      key: "many-recipients",
      words: "",
      other: name || address,
      count: written.length,
      isGrave: false,
      fix: { type: "answer-sender", address },
    },
  ];
}

/** The people whom the mail goes to, with the names that are known of them. */
export function peopleWritten({ to, cc, bcc, known, thread }: CheckedMail): MailPerson[] {
  const names = new Map([...known, ...(thread?.people ?? [])].map(({ address, name }) => [keyOf(address), name]));
  return [...to, ...cc, ...bcc].map((address) => ({ address, name: names.get(keyOf(address)) ?? "" }));
}
