import { maxRecipients, parseRecipients } from "./recipients.ts";

type Person = { address: string };
export type AnsweredHeader = {
  from: string;
  replyTo: readonly Person[];
  to: readonly Person[];
  cc: readonly Person[];
  /** True for mail of a Sent folder, whatever its From says. */
  isSent: boolean;
};
export type ReplyRecipients = { to: string[]; cc: string[] };

/** More than can be addressed, so that a longer list is refused and not shortened silently. */
const maxListed = 2 * maxRecipients;

/**
 * Who gets a reply, or a reply to all. Reply-To replaces From (RFC 5322 3.6.2), also the one that a mailing list sets. A reply to
 * own mail goes to its recipients again. `own` are the addresses of the writer, who gets no copy.
 */
export function replyRecipients(mail: AnsweredHeader, own: readonly string[], isToAll: boolean): ReplyRecipients {
  const isMine = ownAddressTest(own);
  const isOwnMail = mail.isSent || isMine(mail.from);
  const wanted = validOf(mail.replyTo.map(({ address }) => address));
  const to = validOf(mail.to.map(({ address }) => address));
  const senders = wanted.length > 0 ? wanted : validOf([mail.from]);
  const first = isOwnMail ? to : isToAll ? validOf([...senders, ...to]) : senders;
  const others = first.filter((address) => !isMine(address));
  const copies = isToAll ? validOf(mail.cc.map(({ address }) => address)).filter((address) => !isMine(address)) : [];
  // Mail to oneself is answered to oneself.
  const kept = others.length + copies.length > 0 ? others : first.slice(0, 1);
  if (kept.length === 0) return { to: copies, cc: [] };
  const keys = new Set(kept.map(keyOf));
  return { to: kept, cc: copies.filter((address) => !keys.has(keyOf(address))) };
}

/** Senders choose these header fields. An entry that is not a single address is dropped: a comma in it would add a recipient. */
const validOf = (addresses: readonly string[]) =>
  parseRecipients(
    addresses.slice(0, maxListed).filter((address) => parseRecipients(address).addresses[0] === address.trim()),
  ).addresses;

const keyOf = (address: string) => address.trim().toLowerCase();

/** True for own addresses, and for those with an own suffix such as "me+lists@acme.test". */
function ownAddressTest(own: readonly string[]) {
  const keys = new Set(own.map(keyOf).filter(Boolean));
  return (address: string) => {
    const key = keyOf(address);
    return keys.has(key) || keys.has(key.replace(/\+[^@]*(?=@[^@]*$)/, ""));
  };
}
